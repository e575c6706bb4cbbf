import { relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lint, Planted } from './planted.ts';

interface Room {
  folder: string;
  alias?: string;
  enters: readonly string[];
}

/** Who may import whom: each room with its folder, its alias, and the rooms that it may enter. */
const rooms: Record<string, Room> = {
  domain: { folder: 'domain', alias: '#domain', enters: [] },
  store: { folder: 'functions/store', alias: '#store', enters: ['domain'] },
  edges: { folder: 'functions/edges', alias: '#edges', enters: ['domain'] },
  verbs: { folder: 'functions/verbs', alias: '#verbs', enters: ['domain', 'store', 'edges'] },
  middleware: { folder: 'functions/middleware', alias: '#middleware', enters: ['domain', 'store', 'verbs'] },
  routes: { folder: 'functions/routes', enters: ['domain', 'verbs', 'store', 'middleware'] },
  queues: { folder: 'queues', enters: ['domain', 'verbs', 'store', 'edges'] },
  objects: { folder: 'durable-objects', enters: ['domain'] },
  sandbox: { folder: 'sandbox', enters: [] },
  demo: { folder: 'demo', enters: ['domain', 'store', 'sandbox'] },
  parts: { folder: 'web/src/parts', enters: ['domain'] },
  session: { folder: 'web/src/session', enters: ['domain', 'parts'] },
  forms: { folder: 'web/src/forms', enters: ['domain', 'parts', 'session'] },
  shell: { folder: 'web/src/shell', enters: ['domain', 'parts', 'session'] },
  screens: { folder: 'web/src/screens', enters: ['domain', 'parts', 'session', 'forms', 'shell'] },
};
/** Nobody goes in here. */
const closed: Record<string, Room> = {
  scripts: { folder: 'scripts', enters: [] },
  tests: { folder: 'tests/support', enters: [] },
};

const planted = new Planted(['.oxlintrc.json']);
const wall = 'no-restricted-imports';
const importing = (specifier: string, name = 'readThing') =>
  `import { ${name} } from '${specifier}';\n\nexport const own = ${name};\n`;

interface Case {
  title: string;
  path: string;
  text: string;
  /** The rule that must complain; null: none may. */
  rule: string | null;
}

const cases: Case[] = [];
function plant(title: string, path: string, text: string, rule: string | null): void {
  planted.write(path, text);
  cases.push({ title, path, text, rule });
}

for (const [from, room] of Object.entries(rooms)) {
  for (const [to, target] of Object.entries({ ...rooms, ...closed })) {
    if (from === to) continue;
    const isOpen = room.enters.includes(to);
    const rule = isOpen ? null : wall;
    const title = `${from} ${isOpen ? '->' : '-/->'} ${to}`;
    const path = `${room.folder}/planted-${to}`;
    if (target.alias) plant(title, `${path}-alias.ts`, importing(`${target.alias}/thing`), rule);
    // A room that has an alias is entered by it, so for those only the refusals are tried by path.
    if (isOpen && target.alias) continue;
    const away = `${relative(room.folder, target.folder)}/tables.ts`;
    plant(title, `${path}.ts`, importing(away), rule);
    plant(title, `${room.folder}/below/planted-${to}.ts`, importing(`../${away}`), rule);
    if (!isOpen)
      plant(title, `${path}-detour.ts`, importing(`./../${room.folder.split('/').at(-1)}/${away}`), rule);
    if (!isOpen) plant(title, `${path}-later.ts`, `export const own = import('${away}');\n`, rule);
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
  const path = `${rooms[room]?.folder}/planted-package-${specifier.replaceAll(/\W/g, '-')}.ts`;
  plant(`${room} ${isOpen ? '->' : '-/->'} ${specifier}`, path, importing(specifier), isOpen ? null : wall);
}

const routes = 'functions/routes';
plant(
  'routes -> a read of the store',
  `${routes}/read.ts`,
  importing('#store/directory/users', 'readPeople'),
  null,
);
plant(
  'routes -/-> a write of the store',
  `${routes}/write.ts`,
  importing('#store/directory/users', 'saveUser'),
  wall,
);
plant(
  'routes -/-> tables',
  `${routes}/tables.ts`,
  importing('#store/show/tables/document-tables', 'readThing'),
  wall,
);
plant(
  'routes -/-> write statements',
  `${routes}/statement.ts`,
  importing('#store/show/documents/write-document'),
  wall,
);
plant('routes -/-> commit', `${routes}/commit.ts`, importing('#store/show/documents/commit'), wall);

const app = '../../../functions/app.ts';
plant(
  'web -> functions: types',
  'web/src/parts/type.ts',
  `import type { Api } from '${app}';\n\nexport type Own = Api;\n`,
  null,
);
plant('web -/-> functions: values', 'web/src/parts/value.ts', importing(app, 'app'), wall);
plant('parts -/-> the router', 'web/src/parts/up.ts', importing('../router.tsx', 'router'), wall);
plant('api -/-> parts', 'web/src/api.ts', importing('./parts/button.tsx', 'button'), wall);
plant('sandbox -/-> functions', 'sandbox/functions.ts', importing('../functions/app.ts', 'app'), wall);
plant('functions/index -/-> routes', 'functions/index.ts', importing('./routes/files.ts', 'files'), wall);
plant('functions/app -/-> store', 'functions/app.ts', importing('#store/d1/open', 'saveThing'), wall);

for (const name of ['fetch', 'crypto', 'Date', 'globalThis', 'performance', 'setTimeout', 'process']) {
  const text = `export const own = ${name};\n`;
  plant(`the domain has no ${name}`, `domain/impure-${name.toLowerCase()}.ts`, text, 'no-restricted-globals');
}
plant(
  'the domain has no chance',
  'domain/chance.ts',
  'export const own = Math.random();\n',
  'no-restricted-properties',
);
plant('only days.ts may use Date', 'domain/values/days.ts', 'export const own = new Date(0);\n', null);
plant(
  'a cycle (one half)',
  'domain/egg.ts',
  "import { hen } from './hen.ts';\n\nexport const egg = () => hen;\n",
  'no-cycle',
);
plant(
  'a cycle (the other)',
  'domain/hen.ts',
  "import { egg } from './egg.ts';\n\nexport const hen = () => egg;\n",
  'no-cycle',
);
plant('a barrel file', 'functions/verbs/all.ts', "export * from './one.ts';\n", 'no-barrel-file');
plant('(what the barrel holds)', 'functions/verbs/one.ts', 'export const one = 1;\n', null);
plant('a file of 301 lines', 'functions/verbs/long.ts', 'export {};\n'.repeat(301), 'max-lines');
plant('any', 'functions/verbs/any.ts', 'export const own: any = 1;\n', 'no-explicit-any');
plant(
  'a silenced compiler',
  'functions/verbs/quiet.ts',
  "// @ts-ignore\nexport const own: number = '1';\n",
  'ban-ts-comment',
);
plant('a name in camel case', 'functions/verbs/camelCase.ts', 'export const own = 1;\n', 'filename-case');
let outcome: Awaited<ReturnType<typeof lint>>;
beforeAll(async () => {
  outcome = await lint(planted);
}, 60_000);
afterAll(() => planted.remove());

describe('the linter holds the walls: each is broken on purpose', () => {
  test('it fails', () => expect(outcome.code).toBe(1));

  test.each([...Map.groupBy(cases, ({ title }) => title)])('%s', (_title, tried) => {
    for (const { path, text, rule } of tried) {
      const rules = outcome.rulesOf(path);
      if (rule === null) expect(rules, `${path}: ${text}`).not.toContain(wall);
      else expect(rules, `${path}: ${text}`).toContain(rule);
    }
  });
});

test('the linter knows types: a promise that nobody awaits is found', async () => {
  const typed = new Planted(['.oxlintrc.json', 'tsconfig.base.json'], true);
  typed.write(
    'tsconfig.json',
    '{ "extends": "./tsconfig.base.json", "compilerOptions": { "noEmit": true } }',
  );
  const text = 'async function save(): Promise<void> {}\n\nexport function run(): void {\n  save();\n}\n';
  typed.write('functions/verbs/lost.ts', text);
  try {
    const { code, rulesOf } = await lint(typed, '--type-aware', 'functions');
    expect(code).toBe(1);
    expect(rulesOf('functions/verbs/lost.ts')).toContain('no-floating-promises');
  } finally {
    typed.remove();
  }
});
