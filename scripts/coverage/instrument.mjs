import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { createInstrumenter } from '@vitest/istanbul-lib-instrument';
import { repository } from '../environment.mjs';
import { ownedLines } from './statements.mjs';

const measured = /^(domain|functions|queues|durable-objects|web\/src)\/.*\.tsx?$/;
/** A function of it runs in the page that is printed, where there are no counters. */
const foreign = 'functions/edges/pdf/browser-renderer.ts';
const testFile = /^tests\/.*\.test\.ts$/;

/**
 * The lines of each statement of each instrumented file, by its path: the counters know only numbers of statements.
 * @type {Map<string, import('./statements.mjs').Owned>}
 */
export const statementLines = new Map();

/** @param {string} id */
const pathOf = (id) => relative(repository, id.split('?')[0] ?? id).replaceAll('\\', '/');

/**
 * Counts the statements of the product that run. In a frame of the component tests the counters are those of the page around
 * it, which outlives the frame: `scope` is `parent`.
 * @param {'globalThis' | 'parent'} scope
 * @returns {import('vite').Plugin}
 */
export function countStatements(scope) {
  const instrumenter = createInstrumenter({
    esModules: true,
    produceSourceMap: true,
    combineSourceMaps: false,
    inputSourceMap: false,
    coverageGlobalScope: scope,
    coverageGlobalScopeFunc: false,
  });
  return {
    name: 'count-statements',
    enforce: 'post',
    transform(code, id) {
      const path = pathOf(id);
      if (!measured.test(path) || path === foreign || /\?(raw|url)\b/.test(id)) return null;
      const map = new SourceMap(/** @type {any} */ (this.getCombinedSourcemap()));
      const text = instrumenter.instrumentSync(code, path);
      statementLines.set(path, ownedLines(instrumenter.lastFileCoverage().statementMap, map));
      return { code: text, map: /** @type {any} */ (instrumenter.lastSourceMap()) };
    },
  };
}

/**
 * Has each test file hand over its counters when its last test has ended.
 * @returns {import('vite').Plugin}
 */
export function collectFromTests() {
  return {
    name: 'collect-from-tests',
    enforce: 'pre',
    transform(code, id) {
      const path = pathOf(id);
      if (!testFile.test(path)) return null;
      const collector = relative(dirname(path), 'scripts/coverage/collect.mjs').replaceAll('\\', '/');
      // On the first line, so that the others keep their numbers.
      return `import { collectCoverage } from '${collector}'; collectCoverage(); ${code}`;
    },
  };
}

/** Where the build that component tests are measured with lies, and the lines of its statements. */
export const countedBuild = join(repository, '.cache/coverage-map/web');
export const countedBuildLines = join(repository, '.cache/coverage-map/web-lines.json');
