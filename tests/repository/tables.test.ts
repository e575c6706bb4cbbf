import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capacity } from '../../bench/capacity.ts';
import { latency } from '../../bench/latency.ts';
import { usages } from '../../bench/usage.ts';
import { repository } from './repository-copy.ts';

const printedCapacity = capacity(usages);
const read = (name: string) => readFileSync(join(repository, 'docs', name), 'utf8');

test('the tables of capacity and latency are those that their commands print', () => {
  expect(read('capacity.md')).toContain(`\`\`\`\n${printedCapacity}\n\`\`\``);
  expect(read('latency.md')).toContain(`\`\`\`\n${latency().trimEnd()}\n\`\`\``);
});

test('the costs of the operations page are those of the capacity table', () => {
  const [, ...totals] = /^dollars +\$(\S+) +\$(\S+) +\$(\S+)$/m.exec(printedCapacity) ?? [];
  expect(totals).toHaveLength(3);
  for (const total of totals) expect(read('operations.md')).toContain(`$${total}`);
});
