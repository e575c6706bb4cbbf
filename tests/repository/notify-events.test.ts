import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from './files.ts';
import { repository } from './repository-copy.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');

/** The functions through which every notification is sent, up to the end of their arguments. */
const calls = /\b(?:notify|remindWith|noticeRows)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

test('every declared event of notifications is sent by a rule or a verb', () => {
  const declared = [...read('domain/lifecycle/notify-event.ts').matchAll(/^ {2}([A-Z_]+):/gm)];
  const sources = [...filesIn('domain/lifecycle', 'ts'), ...filesIn('functions/verbs', 'ts')];
  const sent = sources.flatMap((path) => read(path).match(calls) ?? []).join('\n');
  const unsent = declared.filter(([, event]) => !sent.includes(`'${event}'`)).map(([, event]) => event);
  expect(declared.length).toBeGreaterThan(10);
  expect(unsent).toEqual([]);
});
