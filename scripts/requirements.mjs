/**
 * `npm run requirements`: lists the requirements that a passing test mentions.
 *
 *   (nothing)   lists them by section, from the results of `npm test` in .reports/
 *   --check     fails when a line of docs/requirements-covered.txt lost its test, or a title names an unknown id
 *   --update    adds newly covered ones to docs/requirements-covered.txt; nothing is ever removed
 *
 * Plain Node, run in the project's root.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, readDefinitions, reportLines, testsOf } from './checks/requirements-report.mjs';

const INDEX = 'docs/requirements.md';
const FLOOR = 'docs/requirements-covered.txt';
const REPORTS = '.reports';
const EXPECTED = ['vitest.json', 'playwright.json'];
const FLOOR_HEAD = `# Requirements that a passing test has named, each with the layer it was seen at.
# \`npm run requirements -- --check\` fails when one of them loses it.
# Written by \`npm run requirements -- --update\`, which only adds.
`;

/** Reads the index page and the linked pages in its order. */
function readPages() {
  const index = readFileSync(INDEX, 'utf8');
  const links = [...index.matchAll(/\]\((requirements\/[\w-]+\.md)\)/g)].map((match) =>
    join('docs', match[1]),
  );
  return [index, ...links.map((page) => readFileSync(page, 'utf8'))];
}

/** Reads all tests of all reports. Returns remarks about missing or unreadable reports. */
function readTests() {
  const files = existsSync(REPORTS) ? readdirSync(REPORTS).filter((name) => name.endsWith('.json')) : [];
  const remarks = EXPECTED.filter((name) => !files.includes(name)).map(
    (name) => `There is no ${REPORTS}/${name}: run \`npm test\`, which writes it.`,
  );
  const tests = [];
  for (const name of files) {
    try {
      const found = testsOf(JSON.parse(readFileSync(join(REPORTS, name), 'utf8')));
      if (found !== null) tests.push(...found);
      else if (EXPECTED.includes(name))
        remarks.push(`${REPORTS}/${name} is no report of Vitest or Playwright.`);
    } catch (error) {
      remarks.push(`${REPORTS}/${name} cannot be read: ${error.message}`);
    }
  }
  return { tests, remarks };
}

function readFloor() {
  if (!existsSync(FLOOR)) return [];
  const lines = readFileSync(FLOOR, 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

function writeFloor(definitions, floor, covered) {
  const wanted = new Set([...floor, ...covered]);
  const demanded = [...definitions.demands.values()].flat();
  const known = demanded.filter((demand) => wanted.has(demand));
  const unknownLines = floor.filter((line) => !demanded.includes(line));
  writeFileSync(FLOOR, `${FLOOR_HEAD}${[...known, ...unknownLines].map((line) => `${line}\n`).join('')}`);
  return wanted.size - new Set(floor).size;
}

/** Returns one sentence per error; an empty list lets --check pass. */
function complaints(definitions, result, remarks) {
  return [
    ...remarks,
    ...definitions.twice.map((id) => `${id} is defined twice in the requirements.`),
    ...result.unknown.map(
      ({ id, title }) => `${id} is not in the requirements, but a test names it: ${title}`,
    ),
    ...result.unknownLines.map((line) => `${line} is in ${FLOOR}, but not in the requirements.`),
    ...result.lost.map((id) => `${id} had a passing test and has none now.`),
  ];
}

const options = process.argv.slice(2);
const unknownOptions = options.filter((option) => !['--check', '--update'].includes(option));
if (unknownOptions.length > 0) {
  console.error(`Unknown option ${unknownOptions.join(' ')}. There are --check and --update.`);
  process.exit(2);
}
const definitions = readDefinitions(readPages());
const { tests, remarks } = readTests();
const floor = readFloor();
const result = compare(definitions, tests, floor);
const wrong = complaints(definitions, result, remarks);

if (!options.includes('--check')) console.log(reportLines(definitions, result.covered).join('\n'));
if (options.includes('--update')) {
  const added = writeFloor(definitions, floor, result.covered);
  console.log(`${FLOOR}: ${added} added.`);
}
for (const sentence of wrong) console.error(sentence);
if (options.includes('--check')) {
  if (wrong.length === 0) {
    console.log(`${reportLines(definitions, result.covered).at(-1)} None was lost.`);
  }
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
