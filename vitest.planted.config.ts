import { resolve } from 'node:path';
import type { Plugin } from 'vitest/config';
import { applyPatch } from './stress/simulator/patch.ts';
import type { Patch } from './stress/simulator/patch.ts';
import base from './vitest.config.ts';

const patch = JSON.parse(process.env['BACKLOT_PLANTED'] ?? 'null') as Patch | null;
/** A test that a fault has made wait for ever is given up sooner than others. */
const timeout = Number(process.env['BACKLOT_TEST_TIMEOUT'] ?? 0);
const limits = timeout > 0 ? { testTimeout: timeout, hookTimeout: timeout } : {};

const isPlanted = (id: string) =>
  patch !== null && id.split('?')[0] === resolve(import.meta.dirname, patch.file);

/** Changes the text of one file of the product while it is loaded: see `stress/worker-mutants.ts` and `stress/mutants/`. */
const plant: Plugin = {
  name: 'planted',
  enforce: 'pre',
  transform: (code, id) => (patch && isPlanted(id) ? applyPatch(code, patch) : null),
  // What the file was transformed to before knows nothing of the fault, and what it is now must not be kept.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (isPlanted(id) ? false : null)),
};
const projects = (base.test?.projects ?? []).map((project) => {
  if (typeof project !== 'object' || !('test' in project)) return project;
  const plugins = 'plugins' in project ? (project.plugins ?? []) : [];
  return { ...project, plugins: [plant, ...plugins], test: { ...project.test, ...limits } };
});

export default { ...base, test: { ...base.test, projects } };
