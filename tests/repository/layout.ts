export interface Source {
  /** From the root, with slashes. */
  path: string;
  text: string;
}

const shelves = /(^|\/)(utils?|helpers?|common|misc|lib)(\/|\.[a-z.]+$)/;
const silenced = /(oxlint|eslint)-disable|@ts-(ignore|nocheck|expect-error)|\bTO[D]O\b|\bFIX[M]E\b/;

/**
 * What the linter cannot say about a file: a shelf for anything (`utils`), a file that only passes on what others export,
 * a comment that silences a check. One sentence for each; a file may have several.
 */
export function complaints({ path, text }: Source): string[] {
  const found: string[] = [];
  if (shelves.test(path)) found.push(`${path}: name it after what it holds`);
  if (isBarrel(path, text)) found.push(`${path}: a barrel file, which only passes on what others export`);
  const line = text.split('\n').findIndex((row) => silenced.test(row));
  if (line >= 0) found.push(`${path}:${line + 1}: a check is silenced, or work left for later`);
  return found;
}

function isBarrel(path: string, text: string): boolean {
  if (!/\.tsx?$/.test(path) || path.endsWith('.d.ts')) return false;
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const rest = code.replaceAll(/export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+'[^']+';/g, '');
  return rest !== code && rest.trim() === '';
}
