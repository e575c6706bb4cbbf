export interface Source {
  /** Relative to the root, with slashes. */
  path: string;
  text: string;
}

const genericNames = /(^|\/)(utils?|helpers?|common|misc|lib)(\/|\.[a-z.]+$)/;
const suppressions = /(oxlint|eslint)-disable|@ts-(ignore|nocheck|expect-error)|\bTO[D]O\b|\bFIX[M]E\b/;

/**
 * Problems that the linter cannot find: a generic file name (`utils`), a barrel file, a comment that disables a check.
 * One sentence each; a file may have several.
 */
export function layoutProblems({ path, text }: Source): string[] {
  const found: string[] = [];
  if (genericNames.test(path)) found.push(`${path}: name it after what it holds`);
  if (isBarrel(path, text)) found.push(`${path}: a barrel file, which only passes on what others export`);
  const line = text.split('\n').findIndex((row) => suppressions.test(row));
  if (line >= 0) found.push(`${path}:${line + 1}: a check is silenced, or work left for later`);
  return found;
}

function isBarrel(path: string, text: string): boolean {
  if (!/\.tsx?$/.test(path) || path.endsWith('.d.ts')) return false;
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const rest = code.replaceAll(/export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+'[^']+';/g, '');
  return rest !== code && rest.trim() === '';
}
