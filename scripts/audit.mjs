/**
 * Audits the packages that ship: dependencies of the Worker and of the web build. Fails for a known vulnerability of
 * high severity in one of them; one in a tool is only reported. When the registry does not answer, the audit reports
 * that it was not run.
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
/** The package in `from 'react-dom/client'` or `import('pdfjs-dist')`. */
const bare = /(?:\bfrom |\bimport\()'((?:@[^/']+\/)?[^./#'@][^/']*)/g;

/**
 * Returns the folders of a lock file whose packages ship: all but development packages, plus what the web imports.
 * @param {Lock} lock
 * @param {readonly string[]} sources texts of the web
 */
export function shippedPackages({ packages }, sources) {
  const found = new Set(Object.keys(packages).filter((path) => path && !packages[path]?.dev));
  const named = sources.flatMap((text) => [...text.matchAll(bare)].map(([, name]) => `node_modules/${name}`));
  const waiting = [...new Set(named)].filter((path) => packages[path]);
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    found.add(path);
    const needs = Object.keys(packages[path]?.dependencies ?? {});
    // A package in the importing package's own folder precedes that of the root.
    for (const name of needs) {
      const own = `${path}/node_modules/${name}`;
      const place = packages[own] ? own : `node_modules/${name}`;
      if (packages[place] && !found.has(place)) waiting.push(place);
    }
  }
  return found;
}

/**
 * Summarizes a report of `npm audit --json`.
 * @param {string} text
 * @param {ReadonlySet<string>} ships folders of packages
 * @returns {{ isFine: boolean, summary: string }}
 */
export function auditResult(text, ships) {
  /** @type {Report} */
  let report = {};
  try {
    report = JSON.parse(text);
  } catch {
    // Not a report; its text is reported below.
  }
  if (!report.vulnerabilities) {
    const why = report.message || report.error?.summary || text.trim().slice(0, 200) || 'no answer';
    return { isFine: true, summary: `NOT RUN, the registry does not answer: ${why}` };
  }
  const found = Object.entries(report.vulnerabilities).filter(([, { severity }]) => severe.has(severity));
  const inProduct = found.filter(([, { nodes }]) => nodes.some((node) => ships.has(node)));
  const names = (/** @type {typeof found} */ list) =>
    list.map(([name, { severity }]) => `${name} (${severity})`).join(', ');
  const inTools = found.filter((one) => !inProduct.includes(one));
  const tools = inTools.length > 0 ? ` In tools alone: ${names(inTools)}.` : '';
  if (inProduct.length === 0)
    return { isFine: true, summary: `No known fault in ${ships.size} packages.${tools}` };
  return {
    isFine: false,
    summary: `Known faults in what ships: ${names(inProduct)}. \`npm audit\` tells more.${tools}`,
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
  // npm exits with 1 for findings and also when the registry does not answer.
  const text = await asked.then(
    ({ stdout }) => stdout,
    (error) => String(error.stdout || error.message),
  );
  const { isFine, summary } = auditResult(text, shippedPackages(lock, sources));
  console.log(summary);
  process.exitCode = isFine ? 0 : 1;
}

if (isStarted(import.meta.url)) await audit();
