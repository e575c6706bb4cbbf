import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import * as v from 'valibot';
import { staticHeadersFile } from '../../functions/middleware/security-headers.ts';
import { cacheDir, readJson, repository } from '../environment.mjs';

const httpsAddress = v.pipe(v.string(), v.url(), v.regex(/^https:\/\/[^/]+$/, 'https://, without a path'));

/** The cloud region nearest to each location hint of D1, as Cloudflare's placement names them. */
const placementOf = {
  wnam: 'aws:us-west-2',
  enam: 'aws:us-east-1',
  weur: 'aws:eu-west-1',
  eeur: 'gcp:europe-central2',
  apac: 'aws:ap-southeast-1',
  oc: 'aws:ap-southeast-2',
};

const location = v.picklist(['weur', 'eeur', 'apac', 'oc', 'wnam', 'enam']);

/** The settings of one deployment; none is secret. docs/operations.md describes each of them. */
const schema = v.strictObject({
  /** Prefix of all resources in the account. */
  name: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,40}$/, 'small letters, digits and -')),
    'backlot',
  ),
  address: httpsAddress,
  /** Number of show databases, or the location of each, the main region first. It may grow, but never shrink. */
  shards: v.optional(
    v.union([
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4_000)),
      v.pipe(v.array(location), v.minLength(1), v.maxLength(4_000)),
    ]),
    2,
  ),
  realtimeShards: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_024)), 16),
  location: v.optional(location),
  jurisdiction: v.optional(v.picklist(['eu', 'us', 'fedramp'])),
  /** Where the Worker runs. Absent: near the databases if all have one location, else near the user. */
  placement: v.optional(
    v.union([
      v.picklist(['smart', 'off']),
      v.pipe(v.string(), v.regex(/^(aws|gcp|azure):[a-z0-9-]+$/, 'smart, off, or a region as aws:us-west-2')),
    ]),
  ),
  /** `auto`: read replicas wherever Cloudflare places them. Absent: `auto`, or `disabled` within a jurisdiction. */
  readReplication: v.optional(v.picklist(['auto', 'disabled'])),
  mailFrom: v.pipe(
    v.string(),
    v.regex(/^[^<>]+ <[^<>@\s]+@[^<>@\s]+>$/, 'Backlot <no-reply@backlot.example.com>'),
  ),
  accountingUrl: httpsAddressWithPath(),
  peopleDirectoryUrl: v.optional(httpsAddressWithPath()),
  faqUrl: v.optional(v.string(), '/faq.html'),
  breachedPasswordsUrl: v.optional(
    v.union([httpsAddressWithPath(), v.literal('')]),
    'https://api.pwnedpasswords.com',
  ),
  oidc: v.optional(
    v.strictObject({
      issuer: httpsAddressWithPath(),
      clientId: v.pipe(v.string(), v.minLength(1)),
      acr: v.optional(v.pipe(v.string(), v.regex(/^\S+( \S+)*$/, 'acr values with blanks between them'))),
    }),
  ),
});

/** Cloudflare ignores location hints within a jurisdiction, and the directory is in the main region. */
const checkedSchema = v.pipe(
  schema,
  v.forward(
    v.check(
      ({ shards, jurisdiction, location: main }) =>
        typeof shards === 'number' || (!jurisdiction && (!main || main === shards[0])),
      'a list begins with the location of the deployment, which then has no jurisdiction',
    ),
    ['shards'],
  ),
);

function httpsAddressWithPath() {
  return v.pipe(v.string(), v.url(), v.startsWith('https://'));
}

/** @typedef {v.InferOutput<typeof schema>} Deployment */

/**
 * Throws with every error of the file and its location.
 * @param {string} file
 * @returns {Deployment}
 */
export function readDeployment(file) {
  if (!existsSync(file))
    throw new Error(
      `There is no ${relative(process.cwd(), file)}: copy deployment.example.json and fill it in.`,
    );
  const parsed = v.safeParse(checkedSchema, readJson(file));
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
  throw new Error(`${relative(process.cwd(), file)} cannot be used:\n${faults.join('\n')}`);
}

/** @param {Deployment} deployment */
export function secretsOf({ oidc, peopleDirectoryUrl }) {
  return [
    'IDENTITY_SECRET',
    'ACCOUNTING_SECRET',
    ...(oidc ? ['OIDC_CLIENT_SECRET'] : []),
    ...(peopleDirectoryUrl ? ['PEOPLE_DIRECTORY_SECRET'] : []),
  ];
}

/**
 * Returns every database with the folder of its migrations and its location, if the deployment names one.
 * @param {Pick<Deployment, 'name' | 'shards' | 'location'>} deployment
 */
export function databasesOf({ name, shards, location: main }) {
  const locations = typeof shards === 'number' ? Array.from({ length: shards }, () => main) : shards;
  const shows = locations.map((where, n) => ({
    binding: `SHOWS_${n}`,
    name: `${name}-shows-${n}`,
    migrations: 'migrations/show',
    location: where,
  }));
  const directory = {
    binding: 'DIRECTORY',
    name: `${name}-directory`,
    migrations: 'migrations/directory',
    location: mainLocation({ shards, location: main }),
  };
  return [directory, ...shows];
}

/**
 * The main region: of the directory, the files and the Worker.
 * @param {Pick<Deployment, 'shards' | 'location'>} deployment
 */
export function mainLocation({ shards, location: main }) {
  return typeof shards === 'number' ? main : shards[0];
}

/**
 * Returns the queues that the Worker consumes, including dead letters.
 * @param {Pick<Deployment, 'name'>} deployment
 */
export async function queuesOf({ name }) {
  const { queues } = await localConfiguration('.');
  return (queues?.consumers ?? []).map(({ queue }) => namesIn(name)(queue));
}

/** @param {string} deploymentName */
export function namesIn(deploymentName) {
  /** @param {string} name as wrangler.toml has it: `backlot` or `backlot-...` */
  return (name) => deploymentName + name.slice('backlot'.length);
}

/**
 * Writes the two configurations for wrangler, derived from the local ones. Returns their folders.
 * @param {Deployment} deployment
 * @param {ReadonlyMap<string, string>} databaseIds by name
 * @param {boolean} [toleratesShortSecret] of a deployment from before short ones were refused
 */
export async function writeConfigurations(deployment, databaseIds, toleratesShortSecret = false) {
  const folder = join(cacheDir, 'deployment', deployment.name);
  const worker = join(folder, 'worker');
  const pages = join(folder, 'pages');
  rmSync(folder, { recursive: true, force: true });
  for (const path of [worker, pages]) mkdirSync(path, { recursive: true });
  const write = (/** @type {string} */ path, /** @type {object} */ config) =>
    writeFileSync(join(path, 'wrangler.json'), JSON.stringify(config, null, 2));
  const configuration = workerConfiguration(await localConfiguration('.'), deployment, databaseIds, worker);
  const tolerated = toleratesShortSecret ? { SHORT_IDENTITY_SECRET: 'tolerated' } : {};
  write(worker, { ...configuration, vars: { ...configuration.vars, ...tolerated } });
  const { pages_build_output_dir: output, ...web } = await localConfiguration('web');
  const named = namesIn(deployment.name);
  write(pages, {
    ...web,
    name: named(String(web.name)),
    pages_build_output_dir: output,
    services: web.services?.map((each) => ({ ...each, service: named(each.service) })),
  });
  // Pages needs its configuration, function and files in one folder.
  for (const part of ['functions', 'dist'])
    cpSync(join(repository, 'web', part), join(pages, part), { recursive: true });
  writeFileSync(join(pages, 'dist', '_headers'), staticHeadersFile(deployment.faqUrl));
  return { worker, pages };
}

/** @param {string} folder */
async function localConfiguration(folder) {
  const { experimental_readRawConfig: read } = await import('wrangler');
  return read({ config: join(repository, folder, 'wrangler.toml') }).rawConfig;
}

/**
 * @param {Awaited<ReturnType<typeof localConfiguration>>} local
 * @param {Deployment} deployment
 * @param {ReadonlyMap<string, string>} databaseIds
 * @param {string} folder
 */
function workerConfiguration(local, deployment, databaseIds, folder) {
  const named = namesIn(deployment.name);
  const { queues, r2_buckets: buckets = [], ratelimits = [] } = local;
  const jurisdiction = deployment.jurisdiction && { jurisdiction: deployment.jurisdiction };
  return {
    ...local,
    name: deployment.name,
    main: relative(folder, resolve(repository, String(local.main))),
    vars: variablesOf(local.vars ?? {}, deployment),
    ...placement(deployment),
    observability: {
      enabled: true,
      // The platform's own logs and traces would contain whole addresses with search texts and secrets of links.
      redact_query_string: true,
      logs: { enabled: true, invocation_logs: false },
      // A trace has a span per database query; one request in twenty is enough.
      traces: { enabled: true, head_sampling_rate: 0.05 },
    },
    d1_databases: databasesOf(deployment).map(({ binding, name, migrations }) => ({
      binding,
      database_name: name,
      database_id: databaseIds.get(name) ?? `(made at the first deployment: ${name})`,
      migrations_dir: relative(folder, join(repository, migrations)),
    })),
    r2_buckets: buckets.map((each) => ({
      ...each,
      bucket_name: named(String(each.bucket_name)),
      ...jurisdiction,
    })),
    queues: {
      producers: queues?.producers?.map((each) => ({ ...each, queue: named(each.queue) })),
      consumers: queues?.consumers?.map((each) => ({
        ...each,
        queue: named(each.queue),
        ...(each.dead_letter_queue && { dead_letter_queue: named(each.dead_letter_queue) }),
      })),
    },
    // Rate limits are counted per namespace in the whole account: two deployments must not share one.
    ratelimits: ratelimits.map((each) => ({
      ...each,
      namespace_id: namespaceOf(`${deployment.name} ${each.name}`),
    })),
  };
}

/**
 * Returns the setting that runs the Worker near the databases, if they are all in one place (DEC-149).
 * @param {Deployment} deployment
 */
function placement(deployment) {
  const [main, ...others] = new Set(databasesOf(deployment).map((database) => database.location));
  const where = deployment.placement ?? (main && others.length === 0 ? placementOf[main] : 'off');
  if (where === 'off') return {};
  return { placement: where === 'smart' ? { mode: 'smart' } : { region: where } };
}

/**
 * The region of each shard, as the Worker and the commands read it.
 * @param {Pick<Deployment, 'shards'>} deployment
 */
export function shardRegionsOf({ shards }) {
  return typeof shards === 'number' ? '' : shards.join(',');
}

/** @param {string} text */
function namespaceOf(text) {
  return String(createHash('sha256').update(text).digest().readUInt32BE() >>> 1);
}

/**
 * Returns the variables of wrangler.toml with the values of this deployment, without secrets.
 * @param {Record<string, unknown>} local
 * @param {Deployment} deployment
 */
function variablesOf(local, deployment) {
  const secrets = ['IDENTITY_SECRET', 'ACCOUNTING_SECRET', 'OIDC_CLIENT_SECRET'];
  const plain = Object.entries(local).filter(([name]) => !secrets.includes(name));
  return {
    ...Object.fromEntries(plain),
    ENVIRONMENT: 'production',
    WEB_ORIGIN: deployment.address,
    FAQ_URL: deployment.faqUrl,
    MAIL_FROM: deployment.mailFrom,
    ACCOUNTING_URL: deployment.accountingUrl,
    REALTIME_SHARDS: String(deployment.realtimeShards),
    SHARD_REGIONS: shardRegionsOf(deployment),
    JURISDICTION: deployment.jurisdiction ?? '',
    BROWSER_SESSIONS: 'shared',
    PEOPLE_DIRECTORY_URL: deployment.peopleDirectoryUrl ?? '',
    BREACHED_PASSWORDS_URL: deployment.breachedPasswordsUrl,
    OIDC_ISSUER: deployment.oidc?.issuer ?? '',
    OIDC_CLIENT_ID: deployment.oidc?.clientId ?? '',
    OIDC_ACR: deployment.oidc?.acr ?? '',
  };
}
