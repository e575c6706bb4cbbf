import type { Source } from './layout.ts';

/** Words that no new engineer would search for in a name, which is split at its capitals, dashes and dots. */
const privateNames = new Set(
  [
    'anew behind breath deed deeds desk errand errands foreseen patience patient patiently seat seats',
    'telling tender told twin twins whoever whosever',
  ].flatMap((line) => line.split(' ')),
);
/** The same, of names as a whole. */
const privateWhole =
  /^(ahead|among|beginTelling|goOn|paper|rarely|Said|said(Once|Write)|somebody|use(Coming|Drawn|Near|Same))$/;
/** Words and phrases of comments and documents. */
const privatePhrases =
  /\b(anew|asks|breath|deeds?|errands?|foreseen|goOn|he|him|his|in turns|keeps? saying|nights?|patience|saidOnce|says|seats?|somebody|stands|tellings?|told|twins?|whoever|whosever)\b/i;
/** An event on the wire, which keeps its name. */
const wireNames = new Set(['told_within']);

interface Parts {
  names: string[];
  comments: string[];
}

/** Returns one message per private word in the names and comments of a file. */
export function privateWords({ path, text }: Source): string[] {
  const { names, comments } = path.endsWith('.md') ? { names: [], comments: [text] } : partsOf(text);
  const privateOnes = [...new Set([...names, path.split('/').pop() ?? ''])].filter(isPrivateName);
  const lines = comments
    .flatMap((comment) => comment.split('\n'))
    .filter((line) => privatePhrases.test(line));
  return [
    ...privateOnes.map((name) => `${path}: ${name}`),
    ...lines.map((line) => `${path}: ${privatePhrases.exec(line)?.[0]} in "${line.trim()}"`),
  ];
}

function isPrivateName(name: string): boolean {
  if (wireNames.has(name)) return false;
  if (privateWhole.test(name)) return true;
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s._-]+/)
    .some((word) => privateNames.has(word.toLowerCase()));
}

/** Returns the names and comments of a source file, without its strings. */
function partsOf(text: string): Parts {
  const names: string[] = [];
  const comments: string[] = [];
  const token =
    /(\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|([A-Za-z_$][\w$]*)/g;
  for (const [, comment, name] of text.matchAll(token)) {
    if (comment) comments.push(comment);
    if (name) names.push(name);
  }
  return { names, comments };
}
