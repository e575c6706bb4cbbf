/**
 * `npm run coverage-map`: measures which test files run which lines of the product and writes `tests/coverage-map.txt`.
 *
 *   npm run coverage-map                               all layers; takes long, on an otherwise idle machine
 *   npm run coverage-map -- domain worker              these layers: domain (with tests/web), worker, sockets, component
 *   npm run coverage-map -- tests/web/words.test.ts    these files; the rest of the map stays
 *   npm run coverage-map -- --write                    writes the stored measurements of an interrupted run
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { onShutdown } from '../processes/on-shutdown.mjs';
import { runVite } from '../build-web.mjs';
import { ensureChrome } from '../chrome.mjs';
import { countedBuild } from './instrument.mjs';
import { formatMap, mapFile, readMap } from './map-file.mjs';
import { mergeMap } from './merge.mjs';
import { measuredFolder } from './reporter.mjs';
import { cacheDir, localEnvironment, repository } from '../environment.mjs';
import { stopGroup } from '../processes/processes.mjs';

const layers = ['domain', 'worker', 'sockets', 'component'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const files = positionals.filter((name) => !layers.includes(name));
const projects = layers.filter((name) => positionals.includes(name));
process.exitCode = values.write ? 0 : await measure();
writeMap();

/** @returns {Promise<number>} the exit code */
async function measure() {
  if (positionals.length === 0) rmSync(measuredFolder, { recursive: true, force: true });
  await ensureChrome({ cacheDir });
  if (isWanted('component', 'tests/component/')) await runVite('web/vite.coverage.config.ts', countedBuild);
  const command = [
    join(repository, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config=vitest.coverage.config.ts',
    '--exclude=**/*.long.test.ts',
    '--tags-filter=!long',
    ...projects.map((name) => `--project=${name}`),
    ...files,
  ];
  const child = spawn(process.execPath, command, {
    cwd: repository,
    env: { ...localEnvironment(), CI: 'true', BACKLOT_WEB_DIST: countedBuild },
    stdio: 'inherit',
    detached: true,
  });
  onShutdown(() => void stopGroup(child).then(() => process.exit(130)));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * @param {string} project
 * @param {string} folder
 */
function isWanted(project, folder) {
  const isNamed = files.length === 0 || files.some((file) => file.startsWith(folder));
  return (projects.length === 0 || projects.includes(project)) && isNamed;
}

function writeMap() {
  /** @type {import('./merge.mjs').Measured} */
  const measured = new Map();
  const entries = existsSync(measuredFolder)
    ? readdirSync(measuredFolder, { withFileTypes: true, recursive: true })
    : [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const test = relative(measuredFolder, file)
      .replaceAll('\\', '/')
      .replace(/\.json$/, '');
    measured.set(test, JSON.parse(readFileSync(file, 'utf8')));
  }
  const map = mergeMap(readMap(), measured, (path) => existsSync(join(repository, path)));
  const text = formatMap(map);
  writeFileSync(mapFile, text);
  console.log(
    `${relative(repository, mapFile)}: ${map.numbers.size} test files, ${map.files.size} files of the product, ${Math.ceil(text.length / 1024)} KB`,
  );
}
