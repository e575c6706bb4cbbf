import { resolve } from 'node:path';
import { planted } from './battery/simulator/patch.ts';
import type { Patch } from './battery/simulator/patch.ts';
import base from './vitest.config.ts';

const patch = JSON.parse(process.env['BACKLOT_PLANTED'] ?? 'null') as Patch | null;

/** Changes the text of one file of the product while it is loaded: see `battery/planted.ts`. */
const plant = {
  name: 'planted',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    patch && id.split('?')[0] === resolve(import.meta.dirname, patch.file) ? planted(code, patch) : null,
};
const projects = (base.test?.projects ?? []).map((project) =>
  typeof project === 'object' && 'plugins' in project
    ? { ...project, plugins: [plant, ...(project.plugins ?? [])] }
    : project,
);

// What was transformed before knows nothing of the fault.
export default { ...base, test: { ...base.test, projects, fsModuleCache: false } };
