/**
 * `npm run mutants`: plants each listed fault and runs the tests that run its line, the cheapest layer first, until one fails.
 * What is missed by all has no test. Results are kept in `.cache/mutants.json`; a run that was broken off goes on.
 *
 *   npm run mutants -- domain                 the faults of one area: domain, worker, web
 *   npm run mutants -- --only worker-07       that one alone
 *   npm run mutants -- --layers domain,worker without the others
 *   npm run mutants -- --again                also those that have a result
 *   npm run mutants -- --missed               also those that were missed
 *   npm run mutants -- --list                 what is known of each; runs nothing
 *   npm run mutants -- --compile              which faults do not compile; runs nothing
 *   npm run mutants -- web --propose 7        seventy faults as seed 7 chooses them, to be looked at
 */
import { parseArgs } from 'node:util';
import { whenAskedToStop } from '../../scripts/processes/on-shutdown.mjs';
import { ensureChrome } from '../../scripts/chrome.mjs';
import { readMap } from '../../scripts/coverage/map-file.mjs';
import type { CoverageMap } from '../../scripts/coverage/map-file.mjs';
import { cacheDir } from '../../scripts/environment.mjs';
import { compileFaults } from './compile.ts';
import { areas, lineOf, readFaults } from './faults.ts';
import type { Fault } from './faults.ts';
import { layers, layersOf, runLayer } from './layers.ts';
import { stopPrograms } from './program.ts';
import { proposeFaults } from './propose.ts';
import { forget, isDecided, keep, outcomesOf, summary, told } from './results.ts';
import { copyTree } from './tree.ts';

/** The browser is for what all other layers have missed, and for no more than so many. */
const maxBrowserFaults = 40;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    layers: { type: 'string', default: layers.join(',') },
    again: { type: 'boolean', default: false },
    missed: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    compile: { type: 'boolean', default: false },
    propose: { type: 'string' },
  },
});
const wanted = values.layers.split(',');
const chosen = areas.filter((area) => positionals.length === 0 || positionals.includes(area));
const faults = chosen.flatMap(readFaults).filter(({ name }) => (values.only ?? name) === name);
for (const fault of faults) lineOf(fault);

if (values.propose !== undefined) {
  const seed = Number(values.propose);
  console.log(chosen.flatMap((area) => proposeFaults(area, seed, 70)).join('\n\n'));
} else if (values.compile) {
  process.exitCode = (await compileFaults(faults)) ? 0 : 1;
} else {
  if (!values.list) await runAll();
  else console.log(faults.map(told).join('\n'));
  console.log(`\n${summary(faults)}`);
}

async function runAll(): Promise<void> {
  const map = readMap();
  if (map.files.size === 0) throw new Error('There is no map of what the tests run: npm run coverage-map');
  whenAskedToStop(() => void stopPrograms().then(() => process.exit(130)));
  await ensureChrome({ cacheDir });
  copyTree();
  for (const fault of faults)
    if (values.again || (values.missed && !isDecided(outcomesOf(fault)))) forget(fault);
  for (const fault of faults) {
    await runLayers(fault, map);
    console.log(told(fault));
  }
  const missed = faults.filter(({ area }) => layersOf[area].includes('browser')).filter(needsBrowser);
  if (!wanted.includes('browser')) return;
  const room = maxBrowserFaults - faults.filter((fault) => outcomesOf(fault).browser).length;
  for (const fault of missed.slice(0, Math.max(0, room))) {
    keep(fault, 'browser', await runLayer('browser', fault, map));
    console.log(told(fault));
  }
}

async function runLayers(fault: Fault, map: CoverageMap): Promise<void> {
  for (const layer of layersOf[fault.area]) {
    const outcomes = outcomesOf(fault);
    if (isDecided(outcomes)) return;
    if (layer === 'browser' || !wanted.includes(layer) || outcomes[layer]) continue;
    keep(fault, layer, await runLayer(layer, fault, map));
  }
}

function needsBrowser(fault: Fault): boolean {
  const outcomes = outcomesOf(fault);
  return !isDecided(outcomes) && outcomes.browser === undefined;
}
