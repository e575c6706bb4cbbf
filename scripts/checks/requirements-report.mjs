/**
 * The rules of `npm run requirements`, without files or console: which requirement ids the docs define, which test
 * titles mention them, and the resulting coverage.
 */

const DEFINITION = /^(?:- \*\*|\| \*\*|### )([A-Z]{2,8}-\d{2,3})\b(?:\*\* \[(api|web|both|job)\])?/;
const SECTION = /^#+ ([A-Z]{2,8}): ([^(]+)/;
// The ends of a range (LI-12..LI-19) do not count: they do not show that the ids in between are tested.
const MENTION = /(?<![\w.…–-])([A-Z]{2,8})-\d{1,3}(?![\w…–-])(?!\.\.)/g;
const LEADING = /^(?:[A-Z]{2,8}-\d{1,3}(?:, )?)+(?=:)/;

/**
 * Layers in which a rule must be tested, by its tag; a rule without a tag may be tested in any layer. Calls are tested
 * over HTTP.
 */
const LAYERS = { api: ['api'], job: ['api'], web: ['web'], both: ['api', 'web'] };
/** Tests that talk to the running Worker, its queues or its objects. */
const WORKER_TESTS = /(?:^|\/)tests\/(?:functions|queues|durable-objects)\//;
/** Tests that open the application in a browser, with calls answered by fixtures. */
const COMPONENT_TESTS = /(?:^|\/)tests\/component\//;

/** @param {string} file */
function layerOf(file) {
  if (WORKER_TESTS.test(file)) return 'api';
  return COMPONENT_TESTS.test(file) ? 'web' : 'rule';
}

/** Returns the required layers of a rule: `PO-24 api` and `PO-24 web`, or `DEC-20` for any layer. */
const demandsOf = (id, tag) => {
  const layers = LAYERS[id.startsWith('API-') ? 'api' : tag];
  return layers ? layers.map((layer) => `${id} ${layer}`) : [id];
};

/** `PO-24` -> `PO`. */
export const sectionOf = (id) => id.slice(0, id.indexOf('-'));

/**
 * Reads the ids and section names from Markdown pages: a bullet `- **PO-24**`, a table row `| **API-01** |` or a
 * heading `### DEC-20`. Returns `{ ids, demands, names, twice }`: ids in reading order, id -> required layers, section
 * code -> name, ids defined twice.
 */
export function readDefinitions(pages) {
  const ids = [];
  const demands = new Map();
  const names = new Map();
  const twice = [];
  const seen = new Set();
  for (const line of pages.flatMap((page) => page.split('\n'))) {
    const section = SECTION.exec(line);
    if (section && !names.has(section[1])) names.set(section[1], section[2].trim());
    const [, id, tag] = DEFINITION.exec(line) ?? [];
    if (id === undefined) continue;
    if (seen.has(id)) twice.push(id);
    else {
      ids.push(id);
      demands.set(id, demandsOf(id, tag));
    }
    seen.add(id);
  }
  return { ids, demands, names, twice };
}

/** Tests of a Vitest JSON report: `[{ title, passed, layer }]`, with the describe blocks in the title. */
function vitestTests(report) {
  return report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      title: [...(test.ancestorTitles ?? []), test.title].join(' > '),
      passed: test.status === 'passed',
      layer: layerOf(file.name),
    })),
  );
}

/** Tests of a Playwright JSON report. Only the outermost suite is a file, whose name is not part of a title. */
function playwrightTests(report) {
  const walk = (suite, titles) => [
    ...(suite.specs ?? []).map((spec) => ({
      title: [...titles, spec.title].join(' > '),
      passed: spec.ok === true && (spec.tests ?? []).some((test) => test.status === 'expected'),
      layer: 'web',
    })),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ];
  return report.suites.flatMap((file) => walk(file, []));
}

/** Tests of one report, detected by its format; null when it is neither Vitest's nor Playwright's. */
export function testsOf(report) {
  if (Array.isArray(report?.testResults)) return vitestTests(report);
  if (Array.isArray(report?.suites)) return playwrightTests(report);
  return null;
}

/** The ids in a title. Ranges do not count, and `PO-240` or `PO-24b` does not mention PO-24. */
export function mentions(title, sections) {
  const own = [...title.matchAll(MENTION)].filter((match) => sections.has(match[1])).map((match) => match[0]);
  // Before the first colon only ids are expected, so that a mistyped section (DCE-20) is detected there, while `UTF-16`
  // may follow.
  const leading = title.split(' > ').flatMap((part) => LEADING.exec(part)?.[0].split(', ') ?? []);
  return [...new Set([...own, ...leading.filter((id) => !sections.has(sectionOf(id)))])];
}

/**
 * Compares definitions, tests and floor. Returns `{ covered, lost, unknown, unknownLines }`: demands with a passing
 * test in their layer; floor demands without one; `[{ id, title }]` mentioned in a title and not defined; floor lines
 * that no page demands.
 */
export function compare({ ids, demands }, tests, floor) {
  const sections = new Set(ids.map(sectionOf));
  const demanded = new Set([...demands.values()].flat());
  const covered = new Set();
  const unknown = [];
  for (const { title, passed, layer } of tests) {
    for (const id of mentions(title, sections)) {
      const own = demands.get(id);
      if (!own) unknown.push({ id, title });
      else if (passed) {
        for (const demand of own) if ([id, `${id} ${layer}`].includes(demand)) covered.add(demand);
      }
    }
  }
  return {
    covered,
    unknown,
    lost: floor.filter((demand) => demanded.has(demand) && !covered.has(demand)),
    unknownLines: floor.filter((demand) => !demanded.has(demand)),
  };
}

const wrap = (label, words) => {
  const lines = [];
  for (let start = 0; start < words.length; start += 12) {
    lines.push(`    ${(start === 0 ? label : '').padEnd(8)}${words.slice(start, start + 12).join(' ')}`);
  }
  return lines;
};

/**
 * Formats the report: for each section its count, the ids tested in every layer, those that lack one (`PO-24:web`),
 * those that lack all; then the sum.
 */
export function reportLines({ ids, demands, names }, covered) {
  const missing = (id) => demands.get(id).filter((demand) => !covered.has(demand));
  const isDone = (id) => missing(id).length === 0;
  const isOpen = (id) => missing(id).length === demands.get(id).length;
  const lines = [];
  for (const section of new Set(ids.map(sectionOf))) {
    const all = ids.filter((id) => sectionOf(id) === section);
    const half = all.filter((id) => !isDone(id) && !isOpen(id)).flatMap(missing);
    const done = all.filter(isDone);
    lines.push(
      `${section.padEnd(3)} ${names.get(section) ?? ''}: ${done.length} of ${all.length}`,
      ...wrap('tested', done),
      ...wrap(
        'half',
        half.map((demand) => demand.replace(' ', ':')),
      ),
      ...wrap('open', all.filter(isOpen)),
    );
  }
  const sum = ids.filter(isDone).length;
  lines.push(
    '',
    `${sum} of ${ids.length} requirements have a passing test at each layer, ${ids.length - sum} do not.`,
  );
  return lines;
}
