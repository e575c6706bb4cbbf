import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { createInstrumenter } from '@vitest/istanbul-lib-instrument';
import { repository } from '../environment.mjs';
import { ownedLines } from './statements.mjs';

const measured = /^(domain|functions|queues|durable-objects|web\/src)\/.*\.tsx?$/;
/** A function of it runs in the printed page, which has no counters. */
const foreign = 'functions/edges/pdf/browser-renderer.ts';
const testFile = /^tests\/.*\.test\.ts$/;

/**
 * The lines of each statement of each instrumented file, by its path: the counters only have statement numbers.
 * @type {Map<string, import('./statements.mjs').Owned>}
 */
export const statementLines = new Map();

/** @param {string} id */
const pathOf = (id) => relative(repository, id.split('?')[0] ?? id).replaceAll('\\', '/');

/**
 * Counts the executed statements of the product. In a frame of the component tests the counters are those of the parent
 * page, which outlives the frame: `scope` is `parent`.
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
 * Makes each test file report its counters after its last test.
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
      // On the first line, so that the line numbers stay.
      return `import { collectCoverage } from '${collector}'; collectCoverage(); ${code}`;
    },
  };
}

/** Folder of the instrumented build for component tests, and the lines of its statements. */
export const countedBuild = join(repository, '.cache/coverage-map/web');
export const countedBuildLines = join(repository, '.cache/coverage-map/web-lines.json');
