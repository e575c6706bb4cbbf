/**
 * The packages that ship, asked of the registry: what the Worker needs, and what the web is built of. A known fault of
 * high severity in one of them fails; one in a tool is told. A registry that cannot say says nothing of the packages:
 * then it was not run, and that is told.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isStarted, repository } from './environment.mjs';

/**
 * @typedef {{ packages: Record<string, { dev?: boolean, dependencies?: Record<string, string> }> }} Lock
 * @typedef {{ vulnerabilities?: Record<string, { severity: string, nodes: string[] }>, message?: string, error?: { summary?: string } }} Report
 */
const severe = new Set(['high', 'critical']);
/** Of `from 'react-dom/client'`, and of `import('pdfjs-dist')`: the package. */
const bare = /(?:\bfrom |\bimport\()'((?:@[^/']+\/)?[^./#'@][^/']*)/g;

/**
 * The folders of a lock file whose packages reach a user: all but the tools, and of those what the web imports.
 * @param {Lock} lock
 * @param {readonly string[]} sources texts of the web
 */
export function shipped({ packages }, sources) {
  const found = new Set(Object.keys(packages).filter((path) => path && !packages[path]?.dev));
  const named = sources.flatMap((text) => [...text.matchAll(bare)].map(([, name]) => `node_modules/${name}`));
  const waiting = [...new Set(named)].filter((path) => packages[path]);
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    found.add(path);
    const needs = Object.keys(packages[path]?.dependencies ?? {});
    // A package of one's own folder comes before that of the root.
    for (const name of needs) {
      const own = `${path}/node_modules/${name}`;
      const place = packages[own] ? own : `node_modules/${name}`;
      if (packages[place] && !found.has(place)) waiting.push(place);
    }
  }
  return found;
}

/**
 * What a report of `npm audit --json` comes to.
 * @param {string} text
 * @param {ReadonlySet<string>} ships folders of packages
 * @returns {{ isFine: boolean, says: string }}
 */
export function verdict(text, ships) {
  /** @type {Report} */
  let report = {};
  try {
    report = JSON.parse(text);
  } catch {
    // Not a report; what it says instead is told below.
  }
  if (!report.vulnerabilities) {
    const why = report.message || report.error?.summary || text.trim().slice(0, 200) || 'no answer';
    return { isFine: true, says: `NOT RUN, the registry does not answer: ${why}` };
  }
  const found = Object.entries(report.vulnerabilities).filter(([, { severity }]) => severe.has(severity));
  const inProduct = found.filter(([, { nodes }]) => nodes.some((node) => ships.has(node)));
  const names = (/** @type {typeof found} */ list) =>
    list.map(([name, { severity }]) => `${name} (${severity})`).join(', ');
  const inTools = found.filter((one) => !inProduct.includes(one));
  const tools = inTools.length > 0 ? ` In tools alone: ${names(inTools)}.` : '';
  if (inProduct.length === 0)
    return { isFine: true, says: `No known fault in ${ships.size} packages.${tools}` };
  return {
    isFine: false,
    says: `Known faults in what ships: ${names(inProduct)}. \`npm audit\` tells more.${tools}`,
  };
}

async function audit() {
  const folder = join(repository, 'web/src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const asked = promisify(execFile)(npm, ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], {
    cwd: repository,
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  });
  // It ends with 1 when it found something, and when it could not ask.
  const text = await asked.then(
    ({ stdout }) => stdout,
    (error) => String(error.stdout || error.message),
  );
  const { isFine, says } = verdict(text, shipped(lock, sources));
  console.log(says);
  process.exitCode = isFine ? 0 : 1;
}

if (isStarted(import.meta.url)) await audit();
