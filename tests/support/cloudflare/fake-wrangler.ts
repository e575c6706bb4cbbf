import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Account, Answer, Call } from './account.ts';

interface WorkerConfiguration {
  vars: Record<string, string>;
  d1_databases: { binding: string; database_name: string; database_id: string; migrations_dir: string }[];
  queues: { consumers: { queue: string; dead_letter_queue?: string }[] };
  triggers: { crons: string[] };
}

/** A command: what it changes in the account, in order, or what it reads and prints. */
interface Command {
  changes: (() => Promise<Answer>)[];
  read?: () => Promise<Answer>;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The value of `--name value`. */
function option(args: readonly string[], name: string): string {
  return args[args.indexOf(name) + 1] ?? '';
}

/** Returns what a command of `npm run deploy` does in the account, without a process of wrangler. */
export function fakeWrangler(account: Account, args: readonly string[], folder: string): Command {
  const call = (method: string, path: string, body: object = {}, parts: Record<string, unknown> = {}) => {
    const texts = Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)] as const);
    return account.answer({
      method,
      path,
      query: new URLSearchParams(),
      body: JSON.stringify(body),
      bytes: new Uint8Array(),
      form: async () => new Map(texts),
    } satisfies Call);
  };
  const [area = '', action = '', name = ''] = args;
  const last = args.find((each) => !each.startsWith('-') && ![area, action, name].includes(each)) ?? '';
  switch (`${area} ${action}`) {
    case 'secret list':
      return { changes: [], read: () => call('GET', `/workers/scripts/${option(args, '--name')}/secrets`) };
    case 'd1 list':
      return { changes: [], read: () => call('GET', '/d1/database') };
    case 'd1 create':
      return { changes: [() => call('POST', '/d1/database', { name })] };
    case 'd1 migrations':
      return { changes: migrationsOf(account, call, last, option(args, '--config')) };
    case 'r2 bucket':
      return name === 'create'
        ? { changes: [() => call('POST', '/r2/buckets', { name: last })] }
        : {
            changes: [
              () =>
                call('PUT', `/r2/buckets/${args[4]}/lifecycle`, readJson(option(args, '--file')) as object),
            ],
          };
    case 'queues create':
      return { changes: [() => call('POST', '/queues', { queue_name: name })] };
    case 'pages project':
      return name === 'list'
        ? {
            changes: [],
            read: () => call('GET', '/pages/projects'),
          }
        : { changes: [() => createProject(account, call, last)] };
    case 'pages deploy': {
      const { name: project } = readJson(join(folder, 'wrangler.json')) as { name: string };
      const manifest = { '/index.html': 'hash' };
      return {
        changes: [
          async () => {
            account.pages.uploaded.add('hash');
            return { result: null };
          },
          () => call('POST', `/pages/projects/${project}/deployments`, {}, { manifest }),
        ],
      };
    }
    default:
      if (area === 'deploy') return { changes: uploadOf(call, args) };
      throw new Error(`wrangler ${args.join(' ')} is not known.`);
  }
}

type Caller = (
  method: string,
  path: string,
  body?: object,
  parts?: Record<string, unknown>,
) => Promise<Answer>;

/** The user assigns the address to a project as soon as it exists. */
async function createProject(account: Account, call: Caller, name: string): Promise<Answer> {
  const answer = await call('POST', '/pages/projects', { name });
  account.pages.projects.get(name)?.domains.push('stage.example.com');
  return answer;
}

/** Each pending migration is a change of its own, as in D1. */
function migrationsOf(account: Account, call: Caller, database: string, config: string) {
  const { d1_databases: all } = readJson(config) as WorkerConfiguration;
  const found = all.find(({ database_name: name }) => name === database);
  if (!found) throw new Error(`${config} has no ${database}.`);
  const folder = join(dirname(config), found.migrations_dir);
  const query = (sql: string) => call('POST', `/d1/database/${found.database_id}/query`, { sql });
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();
  const isApplied = new Set(account.migrationsOf(database));
  const pending = names.filter((file) => !isApplied.has(file));
  return [
    () =>
      query(`CREATE TABLE IF NOT EXISTS d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
        applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`),
    ...pending.map((file) => () => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return query(`${sql}\n;INSERT INTO d1_migrations (name) VALUES ('${file}');`);
    }),
  ];
}

/** The upload with its secrets comes first, then its address, crons and consumers. */
function uploadOf(call: Caller, args: readonly string[]) {
  const { name, ...config } = readJson(option(args, '--config')) as WorkerConfiguration & { name: string };
  const secrets = args.includes('--secrets-file')
    ? (readJson(option(args, '--secrets-file')) as Record<string, string>)
    : {};
  const text = (type: string, values: Record<string, string>) =>
    Object.entries(values).map(([key, value]) => ({ name: key, type, text: value }));
  const bindings = [
    ...text('plain_text', config.vars),
    ...text('secret_text', secrets),
    ...config.d1_databases.map(({ binding, database_name: of }) => ({ name: binding, type: 'd1', of })),
  ];
  return [
    () => call('PUT', `/workers/scripts/${name}`, {}, { metadata: { bindings } }),
    () => call('POST', `/workers/scripts/${name}/subdomain`, { enabled: false, previews_enabled: false }),
    () =>
      call(
        'PUT',
        `/workers/scripts/${name}/schedules`,
        config.triggers.crons.map((cron) => ({ cron })),
      ),
    ...config.queues.consumers.map(
      (consumer) => () => call('PUT', `/queues/id-${consumer.queue}/consumers/one`, consumer),
    ),
  ];
}
