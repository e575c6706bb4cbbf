import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repository } from '../environment.mjs';
import { countedBuildLines, statementLines } from './instrument.mjs';

/** Folder of the lines that each test file runs, by the file of the product. */
export const measuredFolder = join(repository, '.cache/coverage-map/measured');

/**
 * Writes the lines of each test file as soon as it ends, so that an interrupted measurement is not lost.
 * @implements {import('vitest/node').Reporter}
 */
export default class CoverageReporter {
  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const path = relative(repository, module.moduleId).replaceAll('\\', '/');
    /** @type {import('./collect.mjs').Hits | undefined} */
    const hits = Reflect.get(module.meta(), 'hits');
    if (!hits) {
      console.log(`Not measured: ${path}`);
      return;
    }
    const isComponent = module.project.name.startsWith('component');
    const lines = isComponent ? linesOfBuild() : Object.fromEntries(statementLines);
    const covered = Object.entries(hits).map(([file, ids]) => [
      file,
      [...new Set(ids.flatMap((id) => lines[file]?.[id] ?? []))].toSorted((one, other) => one - other),
    ]);
    const target = join(measuredFolder, `${path}.json`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, JSON.stringify(Object.fromEntries(covered)));
  }
}

/** @returns {Record<string, import('./statements.mjs').Owned>} */
function linesOfBuild() {
  return existsSync(countedBuildLines) ? JSON.parse(readFileSync(countedBuildLines, 'utf8')) : {};
}
