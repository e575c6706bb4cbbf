/**
 * `npm run mutants`: applies each listed fault and runs the tests that cover its line, the cheapest layer first, until
 * one fails. A fault missed by all layers has no test. Results are stored in `.cache/mutants.json`, from which an
 * interrupted run continues.
 *
 *   npm run mutants -- domain                 the faults of one area: domain, worker, web
 *   npm run mutants -- --only worker-07       only this fault
 *   npm run mutants -- --layers domain,worker only these layers
 *   npm run mutants -- --again                also faults with a result
 *   npm run mutants -- --missed               also missed faults
 *   npm run mutants -- --list                 the stored results; runs nothing
 *   npm run mutants -- --compile              which faults do not compile; runs nothing
 *   npm run mutants -- web --propose 7        seventy faults chosen by seed 7, for review
 */
import { parseArgs } from 'node:util';
import { onShutdown } from '../../scripts/processes/on-shutdown.mjs';
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
import { forget, isDecided, saveOutcome, outcomesOf, summary, describeFault } from './results.ts';
import { copyTree } from './tree.ts';

/** The browser layer runs only what all other layers have missed, and at most this many faults. */
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
  else console.log(faults.map(describeFault).join('\n'));
  console.log(`\n${summary(faults)}`);
}

async function runAll(): Promise<void> {
  const map = readMap();
  if (map.files.size === 0) throw new Error('There is no map of what the tests run: npm run coverage-map');
  onShutdown(() => void stopPrograms().then(() => process.exit(130)));
  await ensureChrome({ cacheDir });
  copyTree();
  for (const fault of faults)
    if (values.again || (values.missed && !isDecided(outcomesOf(fault)))) forget(fault);
  for (const fault of faults) {
    await runLayers(fault, map);
    console.log(describeFault(fault));
  }
  const missed = faults.filter(({ area }) => layersOf[area].includes('browser')).filter(needsBrowser);
  if (!wanted.includes('browser')) return;
  const room = maxBrowserFaults - faults.filter((fault) => outcomesOf(fault).browser).length;
  for (const fault of missed.slice(0, Math.max(0, room))) {
    saveOutcome(fault, 'browser', await runLayer('browser', fault, map));
    console.log(describeFault(fault));
  }
}

async function runLayers(fault: Fault, map: CoverageMap): Promise<void> {
  for (const layer of layersOf[fault.area]) {
    const outcomes = outcomesOf(fault);
    if (isDecided(outcomes)) return;
    if (layer === 'browser' || !wanted.includes(layer) || outcomes[layer]) continue;
    saveOutcome(fault, layer, await runLayer(layer, fault, map));
  }
}

function needsBrowser(fault: Fault): boolean {
  const outcomes = outcomesOf(fault);
  return !isDecided(outcomes) && outcomes.browser === undefined;
}
