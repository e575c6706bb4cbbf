import { collectFromTests, countStatements } from './scripts/coverage/instrument.mjs';
import CoverageReporter from './scripts/coverage/reporter.mjs';
import base from './vitest.config.ts';

const measured = ['domain', 'worker', 'sockets', 'component'] as const;

/** Measures which lines each test file runs: see `scripts/coverage/coverage-map.mjs`. */
const projects = (base.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== 'object' || !('test' in project)) return [];
  const name = measured.find((one) => one === project.test?.name);
  if (!name) return [];
  // Component tests open an application that was built with its counters.
  const counters = name === 'component' ? [] : [countStatements('globalThis')];
  const plugins = 'plugins' in project ? (project.plugins ?? []) : [];
  return [{ ...project, plugins: [collectFromTests(), ...counters, ...plugins] }];
});

// What was transformed before has no counters.
export default {
  ...base,
  test: {
    ...base.test,
    projects,
    fsModuleCache: false,
    // Of this very module, which knows the lines of what was transformed here.
    reporters: ['default', new CoverageReporter()],
  },
};
