import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { CoverageMap } from '../../scripts/coverage/map-file.mjs';
import { cacheDir, repository } from '../../scripts/environment.mjs';
import { failuresIn } from '../../scripts/checks/failures.mjs';
import { coveringFiles } from './covering.ts';
import { patchOf } from './faults.ts';
import type { Area, Fault } from './faults.ts';
import { runProgram } from './program.ts';
import type { Ended } from './program.ts';
import { specsFor } from './specs.ts';
import { plantInTree, restoreInTree, tree } from './tree.ts';

export type Layer = 'domain' | 'worker' | 'sockets' | 'component' | 'browser';
export const layers: readonly Layer[] = ['domain', 'worker', 'sockets', 'component', 'browser'];

/** The cheapest layer first. `tests/web` runs with the tests of the domain. */
export const layersOf: Record<Area, readonly Layer[]> = {
  domain: ['domain', 'worker', 'sockets', 'component'],
  worker: ['worker', 'sockets', 'browser'],
  web: ['domain', 'component', 'browser'],
};

/**
 * `broken`: the product did not build or load, which no test needs to find. `uncovered`: no test file of the layer runs
 * the line.
 */
export interface Outcome {
  is: 'found' | 'missed' | 'broken' | 'uncovered';
  /** Name of the failed test, or why nothing could be run. */
  by?: string;
  seconds: number;
}

const folders: Record<Exclude<Layer, 'browser'>, RegExp> = {
  domain: /^tests\/(domain|web)\//,
  worker: /^tests\/(functions|queues)\//,
  sockets: /^tests\/durable-objects\//,
  component: /^tests\/component\//,
};
/** Number of test files that run first; a start costs as much as one or two of them. */
const firstBatch = { domain: 8, worker: 3, sockets: 3, component: 2 };
const report = join(cacheDir, 'mutants/report.json');
const minute = 60_000;

/** Runs the tests of a layer for a fault and stops at the first failure. */
export async function runLayer(layer: Layer, fault: Fault, map: CoverageMap): Promise<Outcome> {
  const started = performance.now();
  const outcome = layer === 'browser' ? await runSpecs(fault) : await runFiles(layer, fault, map);
  return { ...outcome, seconds: Math.round((performance.now() - started) / 1000) };
}

type Result = Omit<Outcome, 'seconds'>;

async function runFiles(layer: Exclude<Layer, 'browser'>, fault: Fault, map: CoverageMap): Promise<Result> {
  const files = coveringFiles(fault, map, (file) => folders[layer].test(file));
  if (files.length === 0) return { is: 'uncovered' };
  return layer === 'component'
    ? withBuild(fault, () => inBatches(layer, fault, files))
    : inBatches(layer, fault, files);
}

async function inBatches(layer: Exclude<Layer, 'browser'>, fault: Fault, files: string[]): Promise<Result> {
  const first = firstBatch[layer];
  for (const batch of [files.slice(0, first), files.slice(first)].filter((some) => some.length > 0)) {
    const result = await runVitest(layer, fault, batch);
    if (result.is !== 'missed') return result;
  }
  return { is: 'missed' };
}

async function runVitest(layer: Exclude<Layer, 'browser'>, fault: Fault, files: string[]): Promise<Result> {
  rmSync(report, { force: true });
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'vitest.planted.config.ts',
    '--bail=1',
  ];
  const options = [`--project=${layer}`, '--reporter=json', `--outputFile=${report}`];
  // The built application already contains the fault.
  const builtFault = layer === 'component' ? { BACKLOT_WEB_DIST: join(tree, 'web/dist') } : null;
  const ended = await runProgram([...command, ...options, ...files], {
    cwd: repository,
    env: {
      BACKLOT_TEST_TIMEOUT: String(minute),
      ...(builtFault ?? { BACKLOT_PLANTED: JSON.stringify(patchOf(fault)) }),
    },
    limitMs: 8 * minute,
  });
  return resultOf(ended);
}

interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

function resultOf({ code, output }: Ended): Result {
  if (code === 0) return { is: 'missed' };
  if (code === null) return { is: 'found', by: 'the tests did not end' };
  const { testResults } = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
    : { testResults: [] };
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return { is: 'found', by: `${relative(repository, name)}: ${failed.fullName}` };
  }
  const unloaded = testResults.find(({ message }) => message !== '');
  return { is: 'broken', by: (unloaded?.message ?? output).slice(-300) };
}

/** Builds the application with the fault in the copied tree and calls `work`. */
async function withBuild(fault: Fault, work: () => Promise<Result>): Promise<Result> {
  const patch = patchOf(fault);
  plantInTree(patch);
  try {
    const built = await runProgram(['scripts/build-web.mjs'], { cwd: tree, limitMs: 5 * minute });
    return built.code === 0 ? await work() : { is: 'broken', by: built.output.slice(-300) };
  } finally {
    restoreInTree(patch);
  }
}

async function runSpecs(fault: Fault): Promise<Result> {
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--retries=0', '--max-failures=1'];
  const reports = join(tree, '.reports');
  return withBuild(fault, async () => {
    rmSync(reports, { recursive: true, force: true });
    const specs = specsFor(fault.file);
    const ended = await runProgram([...command, ...specs], { cwd: tree, limitMs: 20 * minute });
    if (ended.code === 0) return { is: 'missed' };
    if (ended.code === null) return { is: 'found', by: 'the tests did not end' };
    const [first] = failuresIn('playwright', reports);
    if (first === undefined || first.title === 'Outside of the tests')
      return { is: 'broken', by: (first?.error ?? ended.output).slice(-300) };
    return { is: 'found', by: `${relative(tree, join(repository, first.where))}: ${first.title}` };
  });
}
