import { globSync } from 'node:fs';
import { repository } from './repository-copy.ts';

/**
 * The paths of the files in a folder of the repository with these endings. Without hidden folders, whose temporary
 * files come and go beside a test.
 */
export function filesIn(folder: string, endings: string): string[] {
  return globSync(`${folder}/**/*.${endings}`, {
    cwd: repository,
    exclude: (name) => /(^|\/)\.[^/]+$/.test(name),
  });
}
