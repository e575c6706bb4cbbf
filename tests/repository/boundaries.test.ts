import { relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lint, RepositoryCopy } from './repository-copy.ts';

interface Folder {
  folder: string;
  alias?: string;
  mayImport: readonly string[];
}

/** The import rules: each folder with its alias and the folders that it may import from. */
const folders: Record<string, Folder> = {
  domain: { folder: 'domain', alias: '#domain', mayImport: [] },
  store: { folder: 'functions/store', alias: '#store', mayImport: ['domain'] },
  edges: { folder: 'functions/edges', alias: '#edges', mayImport: ['domain'] },
  verbs: { folder: 'functions/verbs', alias: '#verbs', mayImport: ['domain', 'store', 'edges'] },
  middleware: {
    folder: 'functions/middleware',
    alias: '#middleware',
    mayImport: ['domain', 'store', 'verbs'],
  },
  routes: { folder: 'functions/routes', mayImport: ['domain', 'verbs', 'store', 'middleware'] },
  queues: { folder: 'queues', mayImport: ['domain', 'verbs', 'store', 'edges'] },
  objects: { folder: 'durable-objects', mayImport: ['domain'] },
  sandbox: { folder: 'sandbox', mayImport: [] },
  demo: { folder: 'demo', mayImport: ['domain', 'store', 'sandbox'] },
  parts: { folder: 'web/src/parts', mayImport: ['domain'] },
  session: { folder: 'web/src/session', mayImport: ['domain', 'parts'] },
  forms: { folder: 'web/src/forms', mayImport: ['domain', 'parts', 'session'] },
  shell: { folder: 'web/src/shell', mayImport: ['domain', 'parts', 'session'] },
  screens: { folder: 'web/src/screens', mayImport: ['domain', 'parts', 'session', 'forms', 'shell'] },
};
/** Folders that no other may import from. */
const closedFolders: Record<string, Folder> = {
  scripts: { folder: 'scripts', mayImport: [] },
  tests: { folder: 'tests/support', mayImport: [] },
};

const copy = new RepositoryCopy(['.oxlintrc.json']);
const importRule = 'no-restricted-imports';
const importText = (specifier: string, name = 'readThing') =>
  `import { ${name} } from '${specifier}';\n\nexport const own = ${name};\n`;

interface Case {
  title: string;
  path: string;
  text: string;
  /** The expected lint rule; null expects no error. */
  rule: string | null;
}

const cases: Case[] = [];
function addCase(title: string, path: string, text: string, rule: string | null): void {
  copy.write(path, text);
  cases.push({ title, path, text, rule });
}

for (const [from, room] of Object.entries(folders)) {
  for (const [to, target] of Object.entries({ ...folders, ...closedFolders })) {
    if (from === to) continue;
    const isOpen = room.mayImport.includes(to);
    const rule = isOpen ? null : importRule;
    const title = `${from} ${isOpen ? '->' : '-/->'} ${to}`;
    const path = `${room.folder}/case-${to}`;
    if (target.alias) addCase(title, `${path}-alias.ts`, importText(`${target.alias}/thing`), rule);
    // A folder with an alias is imported by that alias, so its path is only tested where it is forbidden.
    if (isOpen && target.alias) continue;
    const relativePath = `${relative(room.folder, target.folder)}/tables.ts`;
    addCase(title, `${path}.ts`, importText(relativePath), rule);
    addCase(title, `${room.folder}/below/case-${to}.ts`, importText(`../${relativePath}`), rule);
    if (!isOpen)
      addCase(
        title,
        `${path}-detour.ts`,
        importText(`./../${room.folder.split('/').at(-1)}/${relativePath}`),
        rule,
      );
    if (!isOpen) addCase(title, `${path}-later.ts`, `export const own = import('${relativePath}');\n`, rule);
  }
}

const packages: [room: string, specifier: string, isOpen: boolean][] = [
  ['domain', 'valibot', true],
  ['domain', 'hono', false],
  ['domain', 'node:crypto', false],
  ['domain', 'uuidv7', false],
  ['store', 'drizzle-orm', true],
  ['store', 'hono', false],
  ['edges', 'drizzle-orm', false],
  ['edges', 'hono', false],
  ['verbs', 'drizzle-orm', false],
  ['verbs', 'drizzle-orm/sqlite-core', false],
  ['verbs', 'hono', false],
  ['middleware', 'hono/factory', true],
  ['middleware', 'drizzle-orm', false],
  ['routes', 'hono', true],
  ['routes', 'drizzle-orm', false],
  ['routes', 'drizzle-orm/d1', false],
  ['queues', 'drizzle-orm', false],
  ['queues', 'hono', false],
  ['objects', 'engine.io-parser', true],
  ['objects', 'socket.io-parser', true],
  ['objects', 'socket.io', false],
  ['objects', 'drizzle-orm', false],
  ['sandbox', 'hono', true],
  ['sandbox', 'drizzle-orm', false],
  ['parts', 'react', true],
  ['parts', 'drizzle-orm', false],
  ['screens', 'node:fs', false],
];
for (const [room, specifier, isOpen] of packages) {
  const path = `${folders[room]?.folder}/case-package-${specifier.replaceAll(/\W/g, '-')}.ts`;
  addCase(
    `${room} ${isOpen ? '->' : '-/->'} ${specifier}`,
    path,
    importText(specifier),
    isOpen ? null : importRule,
  );
}

const routes = 'functions/routes';
addCase(
  'routes -> a read of the store',
  `${routes}/read.ts`,
  importText('#store/directory/users', 'readPeople'),
  null,
);
addCase(
  'routes -/-> a write of the store',
  `${routes}/write.ts`,
  importText('#store/directory/users', 'saveUser'),
  importRule,
);
addCase(
  'routes -/-> tables',
  `${routes}/tables.ts`,
  importText('#store/show/tables/document-tables', 'readThing'),
  importRule,
);
addCase(
  'routes -/-> write statements',
  `${routes}/statement.ts`,
  importText('#store/show/documents/write-document'),
  importRule,
);
addCase('routes -/-> commit', `${routes}/commit.ts`, importText('#store/show/documents/commit'), importRule);

const app = '../../../functions/app.ts';
addCase(
  'web -> functions: types',
  'web/src/parts/type.ts',
  `import type { Api } from '${app}';\n\nexport type Own = Api;\n`,
  null,
);
addCase('web -/-> functions: values', 'web/src/parts/value.ts', importText(app, 'app'), importRule);
addCase('parts -/-> the router', 'web/src/parts/up.ts', importText('../router.tsx', 'router'), importRule);
addCase('api -/-> parts', 'web/src/api.ts', importText('./parts/button.tsx', 'button'), importRule);
addCase(
  'sandbox -/-> functions',
  'sandbox/functions.ts',
  importText('../functions/app.ts', 'app'),
  importRule,
);
addCase(
  'functions/index -/-> routes',
  'functions/index.ts',
  importText('./routes/files.ts', 'files'),
  importRule,
);
addCase(
  'functions/app -/-> store',
  'functions/app.ts',
  importText('#store/d1/open', 'saveThing'),
  importRule,
);

for (const name of ['fetch', 'crypto', 'Date', 'globalThis', 'performance', 'setTimeout', 'process']) {
  const text = `export const own = ${name};\n`;
  addCase(
    `the domain has no ${name}`,
    `domain/impure-${name.toLowerCase()}.ts`,
    text,
    'no-restricted-globals',
  );
}
addCase(
  'the domain has no chance',
  'domain/chance.ts',
  'export const own = Math.random();\n',
  'no-restricted-properties',
);
addCase('only days.ts may use Date', 'domain/values/days.ts', 'export const own = new Date(0);\n', null);
addCase(
  'a cycle (one half)',
  'domain/egg.ts',
  "import { hen } from './hen.ts';\n\nexport const egg = () => hen;\n",
  'no-cycle',
);
addCase(
  'a cycle (the other)',
  'domain/hen.ts',
  "import { egg } from './egg.ts';\n\nexport const hen = () => egg;\n",
  'no-cycle',
);
addCase('a barrel file', 'functions/verbs/all.ts', "export * from './one.ts';\n", 'no-barrel-file');
addCase('(what the barrel holds)', 'functions/verbs/one.ts', 'export const one = 1;\n', null);
addCase('a file of 301 lines', 'functions/verbs/long.ts', 'export {};\n'.repeat(301), 'max-lines');
addCase('any', 'functions/verbs/any.ts', 'export const own: any = 1;\n', 'no-explicit-any');
addCase(
  'a silenced compiler',
  'functions/verbs/quiet.ts',
  "// @ts-ignore\nexport const own: number = '1';\n",
  'ban-ts-comment',
);
addCase('a name in camel case', 'functions/verbs/camelCase.ts', 'export const own = 1;\n', 'filename-case');
let result: Awaited<ReturnType<typeof lint>>;
beforeAll(async () => {
  result = await lint(copy);
}, 60_000);
afterAll(() => copy.remove());

describe('the linter reports each broken import rule', () => {
  test('the linter fails', () => expect(result.code).toBe(1));

  test.each([...Map.groupBy(cases, ({ title }) => title)])('%s', (_title, files) => {
    for (const { path, text, rule } of files) {
      const rules = result.rulesOf(path);
      if (rule === null) expect(rules, `${path}: ${text}`).not.toContain(importRule);
      else expect(rules, `${path}: ${text}`).toContain(rule);
    }
  });
});

test('the type-aware linter finds a promise that is not awaited', async () => {
  const typedCopy = new RepositoryCopy(['.oxlintrc.json', 'tsconfig.base.json'], true);
  typedCopy.write(
    'tsconfig.json',
    '{ "extends": "./tsconfig.base.json", "compilerOptions": { "noEmit": true } }',
  );
  const text = 'async function save(): Promise<void> {}\n\nexport function run(): void {\n  save();\n}\n';
  typedCopy.write('functions/verbs/lost.ts', text);
  try {
    const { code, rulesOf } = await lint(typedCopy, '--type-aware', 'functions');
    expect(code).toBe(1);
    expect(rulesOf('functions/verbs/lost.ts')).toContain('no-floating-promises');
  } finally {
    typedCopy.remove();
  }
});
