import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Cloudflare allows 10 MB on a paid plan, and a second of CPU at the start. Both limits are a little above the present
 * values, so that growth is a decision.
 */
const limits = {
  /** Everything that is uploaded, gzip. */
  bundle: 1.6 * 1024 * 1024,
  /** Source of the modules that run at the start, before the first request: a measure of its CPU that is always the same. */
  start: 2.4 * 1024 * 1024,
};

/** CPU of the start: five times what it takes on an idle machine, since this one may be slow or busy. */
const maxStartCpuMs = 250;
const startAttempts = 3;

/**
 * What V8 tells of a profile: the node of each sample, and the microseconds since the one before.
 * @typedef {{ nodes: { id: number, callFrame: { functionName: string } }[], samples: number[], timeDeltas: number[] }} CpuProfile
 */

/**
 * What esbuild tells of a bundle: each module with its imports, and each output with the bytes of its modules.
 * @typedef {object} Metafile
 * @property {Record<string, { imports: { path: string, kind: string, external?: boolean }[] }>} inputs
 * @property {Record<string, { entryPoint?: string, inputs: Record<string, { bytesInOutput: number }> }>} outputs
 */

/**
 * Returns the bytes of the modules that the entry point evaluates: all but those that only `import()` reaches.
 * @param {Metafile} metafile
 * @returns {Map<string, number>} by module
 */
export function startModules({ inputs, outputs }) {
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint !== undefined);
  const reached = new Set([output?.entryPoint ?? '']);
  // A set also iterates over items that are added meanwhile.
  for (const module of reached)
    for (const { path, kind, external } of inputs[module]?.imports ?? [])
      if (!external && kind !== 'dynamic-import') reached.add(path);
  return new Map([...reached].map((module) => [module, output?.inputs[module]?.bytesInOutput ?? 0]));
}

/**
 * Throws when the Worker in a folder of `wrangler deploy --dry-run --metafile` is larger than its limits.
 * @param {string} folder
 * @returns {string} a remark
 */
export function checkWorkerSize(folder) {
  const files = readdirSync(folder).filter((name) => !/\.(map|md|json)$/.test(name));
  const bundle = sum(files.map((name) => gzipSync(readFileSync(join(folder, name))).byteLength));
  /** @type {Metafile} */
  const metafile = JSON.parse(readFileSync(join(folder, 'bundle-meta.json'), 'utf8'));
  const modules = startModules(metafile);
  const start = sum([...modules.values()]);
  if (bundle > limits.bundle)
    throw new Error(`The Worker has ${formatSize(bundle)}, gzip: more than ${formatSize(limits.bundle)}.`);
  if (start > limits.start)
    throw new Error(
      `The start of the Worker has ${formatSize(start)}: more than ${formatSize(limits.start)}. Load what few requests use with import(). The largest modules:\n${largest(modules)}`,
    );
  return `${formatSize(bundle)} of ${formatSize(limits.bundle)}, gzip; ${formatSize(start)} of ${formatSize(limits.start)} at the start`;
}

/**
 * Throws when the start of the Worker takes more CPU than its limit in each of three profiles: a busy machine prolongs
 * some of them.
 * @param {() => Promise<CpuProfile>} profileStart
 * @returns {Promise<string>} a remark
 */
export async function checkStartCpu(profileStart) {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < startAttempts && least > maxStartCpuMs; attempt += 1)
    least = Math.min(least, busyMs(await profileStart()));
  const text = `${Math.round(least)} ms of CPU`;
  if (least > maxStartCpuMs)
    throw new Error(
      `The start of the Worker takes ${text}: more than ${maxStartCpuMs} ms. Load what few requests use with import().`,
    );
  return `${text} of ${maxStartCpuMs} ms`;
}

/** @param {CpuProfile} profile @returns {number} milliseconds in which it was not idle */
function busyMs({ nodes, samples, timeDeltas }) {
  const idle = nodes.find(({ callFrame }) => callFrame.functionName === '(idle)')?.id;
  return sum(samples.map((node, at) => (node === idle ? 0 : (timeDeltas[at] ?? 0)))) / 1000;
}

/** @param {readonly number[]} sizes */
const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);

/** @param {ReadonlyMap<string, number>} modules */
function largest(modules) {
  const sorted = [...modules].toSorted(([, a], [, b]) => b - a).slice(0, 10);
  return sorted.map(([module, size]) => `  ${formatSize(size)}  ${module}`).join('\n');
}

/** @param {number} bytes */
function formatSize(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`;
}
