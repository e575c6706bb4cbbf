import { mkdirSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';

/**
 * Writes `.reports/vitest-failures.json` for `failures.mjs`. Vitest's own JSON has neither the diff of an assertion nor
 * the line of a test that runs in workerd.
 * @typedef {import('vitest/node').TestModule} TestModule
 * @typedef {import('vitest/node').TestProject} TestProject
 * @typedef {import('vitest').TestError} TestError
 * @implements {import('vitest/node').Reporter}
 */
export default class VitestFailures {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const failures = [
      ...modules.flatMap((module) => failuresOf(module)),
      ...unhandled.map((error) => ({ where: '', title: 'Nobody handled', error: textOf(error) })),
    ];
    mkdirSync('.reports', { recursive: true });
    writeFileSync('.reports/vitest-failures.json', JSON.stringify(failures));
  }
}

/**
 * @param {TestModule} module
 * @returns {import('./failures.mjs').Failure[]} of its tests, of hooks around them, and of the file itself
 */
function failuresOf(module) {
  const { project, moduleId } = module;
  /** @type {(title: string, errors: readonly TestError[]) => import('./failures.mjs').Failure} */
  const failure = (title, errors) => ({
    where: whereIn(moduleId, errors[0], project),
    title,
    error: errors.map(textOf).join('\n'),
  });
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const tests = [...module.children.allTests('failed')];
  return [
    ...(module.errors().length > 0 ? [failure('the file', module.errors())] : []),
    ...suites.map((suite) => failure(suite.fullName, suite.errors())),
    ...tests.map((test) => failure(test.fullName, test.result().errors ?? [])),
  ];
}

/** @param {import('vitest').SerializedError & { diff?: unknown }} error */
function textOf({ name, message, diff }) {
  return [`${name ?? 'Error'}: ${message}`, diff].filter(Boolean).join('\n');
}

/**
 * Returns the line of the file in the stack trace, if there is one: `tests/domain/values/money.test.ts:12`.
 * @param {string} file
 * @param {TestError | undefined} error
 * @param {TestProject} project
 */
function whereIn(file, error, project) {
  const path = relative(project.vitest.config.root, file);
  const frame = error?.stacks?.find((one) => one.file === file);
  if (!frame) return path;
  // Stack traces of workerd have no source maps applied.
  const isMapped = project.config.pool !== 'cloudflare-pool';
  const map = project.vite.environments.ssr?.moduleGraph.getModuleById(file)?.transformResult?.map;
  if (isMapped || !map || !('mappings' in map)) return `${path}:${frame.line}`;
  const entry = new SourceMap(/** @type {any} */ (map)).findEntry(frame.line - 1, frame.column - 1);
  return 'originalLine' in entry ? `${path}:${entry.originalLine + 1}` : path;
}
