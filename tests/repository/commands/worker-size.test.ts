import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkStartCpu, checkWorkerSize, startModules } from '../../../scripts/deployment/worker-size.mjs';

const folder = mkdtempSync(join(tmpdir(), 'backlot-worker-size-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const imported = (path: string, kind = 'import-statement') => ({ path, kind });
/** An entry that imports `app`, and the library for PDFs only when it needs it. */
const metafile = (size: number) => ({
  inputs: {
    entry: { imports: [imported('app'), imported('pdf', 'dynamic-import')] },
    app: { imports: [imported('entry'), { ...imported('node:crypto'), external: true }] },
    pdf: { imports: [imported('fonts')] },
    fonts: { imports: [] },
  },
  outputs: {
    'index.js.map': { inputs: {} },
    'index.js': {
      entryPoint: 'entry',
      inputs: {
        entry: { bytesInOutput: 10 },
        app: { bytesInOutput: size },
        pdf: { bytesInOutput: 5_000_000 },
        fonts: { bytesInOutput: 7 },
      },
    },
  },
});

function write(size: number, bundle: Uint8Array) {
  writeFileSync(join(folder, 'bundle-meta.json'), JSON.stringify(metafile(size)));
  writeFileSync(join(folder, 'index.js'), bundle);
}

test('the start of the Worker counts the modules that it evaluates, and not those of import()', () => {
  expect([...startModules(metafile(20))]).toEqual([
    ['entry', 10],
    ['app', 20],
  ]);
});

test('a Worker within its limits is accepted with its sizes', () => {
  write(1024 * 1024, new Uint8Array(1000));
  expect(checkWorkerSize(folder)).toMatch(/^0\.00 MB of 1\.60 MB, gzip; 1\.00 MB of 2\.40 MB at the start$/);
});

test('a Worker whose start or bundle has grown past its limit is refused, with its largest modules', () => {
  write(3 * 1024 * 1024, new Uint8Array(1000));
  expect(() => checkWorkerSize(folder)).toThrow(/The start of the Worker has 3\.00 MB[^]*3\.00 MB {2}app/);
  const noise = Array.from({ length: 32 }, () => crypto.getRandomValues(new Uint8Array(65_536)));
  write(1000, Buffer.concat(noise));
  expect(() => checkWorkerSize(folder)).toThrow('The Worker has 2.00 MB, gzip: more than 1.60 MB.');
});

/** A profile of samples of ten milliseconds each. */
const profile = (busySamples: number) => ({
  nodes: ['(root)', '(idle)', 'evaluate'].map((functionName, id) => ({ id, callFrame: { functionName } })),
  samples: [1, ...Array.from({ length: busySamples }, () => 2), 1],
  timeDeltas: Array.from({ length: busySamples + 2 }, () => 10_000),
});

test('a start of the Worker that takes more CPU than its limit in three profiles is refused', async () => {
  const profiles = [profile(30), profile(15), profile(30)];
  expect(await checkStartCpu(async () => profiles.shift() ?? profile(0))).toBe('150 ms of CPU of 250 ms');
  expect(profiles).toHaveLength(1);
  await expect(checkStartCpu(async () => profile(26))).rejects.toThrow(
    'The start of the Worker takes 260 ms of CPU: more than 250 ms.',
  );
});
