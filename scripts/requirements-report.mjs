/**
 * The rules behind `npm run requirements`, without files or console: which requirement ids the docs define,
 * which test titles name them, and what that says about coverage.
 */

const DEFINITION = /^(?:- \*\*|\| \*\*|### )([A-Z]{2,3}-\d{2,3})\b/;
const SECTION = /^#+ ([A-Z]{2,3}): ([^(]+)/;
// Ends of a range (LI-12..LI-19) are left out on purpose: naming both ends shows nothing of what lies between.
const MENTION = /(?<![\w.…–-])([A-Z]{2,3})-\d{1,3}(?![\w…–-])(?!\.\.)/g;
const LEADING = /^(?:[A-Z]{2,3}-\d{1,3}(?:, )?)+(?=:)/;

/** `PO-24` -> `PO`. */
export const sectionOf = (id) => id.slice(0, id.indexOf('-'));

/**
 * Reads the ids and section names out of Markdown pages: a bullet `- **PO-24**`, a table row `| **API-01** |` or a
 * heading `### DEC-20`. Returns `{ ids, names, twice }`: ids in reading order, section code -> name, ids defined twice.
 */
export function readDefinitions(pages) {
  const ids = [];
  const names = new Map();
  const twice = [];
  const seen = new Set();
  for (const line of pages.flatMap((page) => page.split('\n'))) {
    const section = SECTION.exec(line);
    if (section && !names.has(section[1])) names.set(section[1], section[2].trim());
    const id = DEFINITION.exec(line)?.[1];
    if (id === undefined) continue;
    if (seen.has(id)) twice.push(id);
    else ids.push(id);
    seen.add(id);
  }
  return { ids, names, twice };
}

/** Tests of a Vitest JSON report: `[{ title, passed }]`, the title with its describe blocks before it. */
function vitestTests(report) {
  return report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      title: [...(test.ancestorTitles ?? []), test.title].join(' > '),
      passed: test.status === 'passed',
    })),
  );
}

/** Tests of a Playwright JSON report. Only the outermost suite is a file, whose name is no title. */
function playwrightTests(report) {
  const walk = (suite, titles) => [
    ...(suite.specs ?? []).map((spec) => ({
      title: [...titles, spec.title].join(' > '),
      passed:
        spec.ok === true && (spec.tests ?? []).some((test) => ['expected', 'flaky'].includes(test.status)),
    })),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ];
  return report.suites.flatMap((file) => walk(file, []));
}

/** Tests of one report, told apart by its shape; null when it is neither Vitest's nor Playwright's. */
export function testsOf(report) {
  if (Array.isArray(report?.testResults)) return vitestTests(report);
  if (Array.isArray(report?.suites)) return playwrightTests(report);
  return null;
}

/** The ids that one title names. Ranges do not count, and `PO-240` or `PO-24b` does not name PO-24. */
export function mentions(title, sections) {
  const own = [...title.matchAll(MENTION)].filter((match) => sections.has(match[1])).map((match) => match[0]);
  // Before a colon only ids are expected, so a mistyped section (DCE-20) is seen there, while `UTF-16` may stand later.
  const leading = title.split(' > ').flatMap((part) => LEADING.exec(part)?.[0].split(', ') ?? []);
  return [...new Set([...own, ...leading.filter((id) => !sections.has(sectionOf(id)))])];
}

/**
 * Sets definitions, tests and floor against each other.
 * Returns `{ covered, lost, unknown, strangers }`: ids with a passing test; floor ids without one; `[{ id, title }]` named
 * by a title and defined nowhere; floor ids defined nowhere.
 */
export function compare(ids, tests, floor) {
  const known = new Set(ids);
  const sections = new Set(ids.map(sectionOf));
  const covered = new Set();
  const unknown = [];
  for (const { title, passed } of tests) {
    for (const id of mentions(title, sections)) {
      if (!known.has(id)) unknown.push({ id, title });
      else if (passed) covered.add(id);
    }
  }
  return {
    covered,
    unknown,
    lost: floor.filter((id) => known.has(id) && !covered.has(id)),
    strangers: floor.filter((id) => !known.has(id)),
  };
}

const wrap = (label, ids) => {
  const lines = [];
  for (let start = 0; start < ids.length; start += 12) {
    lines.push(`    ${(start === 0 ? label : '').padEnd(8)}${ids.slice(start, start + 12).join(' ')}`);
  }
  return lines;
};

/** The report as lines: for each section its count, the ids with a passing test, the ids without; then the sum. */
export function reportLines({ ids, names }, covered) {
  const lines = [];
  for (const section of new Set(ids.map(sectionOf))) {
    const all = ids.filter((id) => sectionOf(id) === section);
    const done = all.filter((id) => covered.has(id));
    lines.push(`${section.padEnd(4)}${names.get(section) ?? ''}: ${done.length} of ${all.length}`);
    lines.push(...wrap('tested', done));
    const open = all.filter((id) => !covered.has(id));
    lines.push(...wrap('open', open));
  }
  lines.push(
    '',
    `${covered.size} of ${ids.length} requirements have a passing test, ${ids.length - covered.size} have none.`,
  );
  return lines;
}
