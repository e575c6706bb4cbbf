import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWeb } from '../build-web.mjs';
import { databaseIds, makeOnce, must, pagesProjects, secretNames, wrangler } from './cloudflare.mjs';
import { deployedDatabases } from './databases.mjs';
import { databasesOf, namesIn, queuesOf, secretsOf, writeConfigurations } from './deployment.mjs';
import { cacheDir } from '../environment.mjs';
import { inTurns } from '../processes/map-concurrent.mjs';
import { isShort, secretsIn, withSecretsFile } from './secrets-file.mjs';
import { readStandings, toldStanding } from '../versions.mjs';

/** @typedef {import('./deployment.mjs').Deployment} Deployment */
/** @typedef {import('../processes/progress.mjs').Progress} Progress */

/** Cloudflare takes 10 MB of a paid account; a small Worker starts fast. */
const workerLimit = 3 * 1024 * 1024;

/** How many wranglers at once bring databases up to date. */
const atOnce = 4;

/**
 * A backstop, should the sweep that removes finished PDFs and ended links not run: days by the beginning of the key.
 * @type {[string, number][]}
 */
const expiry = [
  ['pdf/', 3],
  ['mailed/', 30],
];

/**
 * Bundles what would be deployed, and asks nobody. Throws when the Worker is larger than it may be.
 * @param {Progress} progress
 * @param {Deployment} deployment
 */
export async function rehearse(progress, deployment) {
  await progress.step('The web', buildWeb);
  const folders = await writeConfigurations(deployment, new Map());
  await progress.step('The Worker', async () => {
    const outdir = join(cacheDir, 'dry-run');
    rmSync(outdir, { recursive: true, force: true });
    await must([
      'deploy',
      '--dry-run',
      '--outdir',
      outdir,
      '--config',
      join(folders.worker, 'wrangler.json'),
    ]);
    const size = sizeOf(outdir);
    if (size > workerLimit) throw new Error(`The Worker has ${told(size)}: more than ${told(workerLimit)}.`);
    return `${told(size)} of ${told(workerLimit)}, gzip`;
  });
  await progress.step('Pages', async () => {
    const output = join(cacheDir, 'pages');
    await must(['pages', 'functions', 'build', '--outdir', output], { cwd: folders.pages });
  });
  progress.print(`\nThis would be deployed to ${deployment.address}. Nothing was.`);
}

/** @param {string} folder */
function sizeOf(folder) {
  const files = readdirSync(folder).filter((name) => !/\.(map|md)$/.test(name));
  return files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).byteLength, 0);
}

/** @param {number} bytes */
function told(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`;
}

/**
 * The whole way. What others need comes first: nothing new runs before its database, queue and secrets are there.
 * @param {Progress} progress
 * @param {Deployment} deployment
 * @param {string | null} secretsFile
 */
export async function deploy(progress, deployment, secretsFile) {
  /** @type {Record<string, string>} */
  let secrets = {};
  await progress.step('Secrets', () => {
    secrets = secretsFile === null ? {} : secretsIn(secretsFile);
    return checkSecrets(deployment, secrets);
  });
  await progress.step('The web', buildWeb);
  /** @type {ReadonlyMap<string, string>} */
  let ids = new Map();
  await progress.step('Databases', async () => {
    ids = await databaseIds();
    const made = await makeDatabases(deployment, ids);
    if (made.length > 0) ids = await databaseIds();
    return made.length === 0 ? 'all there' : `made ${made.join(', ')}`;
  });
  const folders = await writeConfigurations(deployment, ids);
  const config = join(folders.worker, 'wrangler.json');
  await progress.step('Migrations', (tell) => migrate(deployment, ids, config, tell));
  await progress.step('Length of secrets', async () => {
    const mayBeShort = await mayHaveShortSecret(deployment, ids);
    await writeConfigurations(deployment, ids, mayBeShort);
    return mayBeShort ? 'a short IDENTITY_SECRET is tolerated until npm run admin -- reseal' : 'long';
  });
  await progress.step('Files', () => makeBucket(deployment, folders.worker));
  await progress.step('Queues', () => makeQueues(deployment));
  await progress.step('The Worker', () => deployWorker(deployment, config, secrets));
  await progress.step('Pages', () => deployPages(deployment, folders.pages));
  progress.print(
    `\nDeployed. ${deployment.address} must be a custom domain of the Pages project ${namesIn(deployment.name)('backlot-web')}.`,
  );
}

/**
 * Throws when the Worker lacks a secret afterwards. Cloudflare lists their names; it never shows a value again.
 * @param {Deployment} deployment
 * @param {string} config
 * @param {Record<string, string>} secrets to be set with this deployment
 */
async function deployWorker(deployment, config, secrets) {
  const command = ['deploy', '--config', config];
  const names = Object.keys(secrets);
  if (names.length === 0) await must(command);
  else await withSecretsFile(secrets, (file) => must([...command, '--secrets-file', file]));
  const there = await secretNames(deployment.name);
  const missing = [...new Set([...secretsOf(deployment), ...names])].filter((name) => !there.includes(name));
  if (missing.length > 0)
    throw new Error(
      `The Worker was deployed, and has no ${missing.join(' and no ')}. Repeat the deployment.`,
    );
  return names.length === 0 ? '' : `${names.join(', ')} set`;
}

/**
 * By name: values are never read back, but a secret that is empty in the file is none. Throws before anything is made.
 * @param {Deployment} deployment
 * @param {Record<string, string>} inFile
 */
async function checkSecrets(deployment, inFile) {
  const wanted = secretsOf(deployment);
  const empty = wanted.filter((name) => inFile[name] === '');
  if (empty.length > 0)
    throw new Error(`${empty.join(' and ')} of the secrets file is empty. Nothing was deployed.`);
  const given = Object.keys(inFile);
  const there = wanted.every((name) => given.includes(name) && !isShort(inFile[name]))
    ? []
    : await secretNames(deployment.name);
  const missing = wanted.filter((name) => !given.includes(name) && !there.includes(name));
  if (missing.length > 0)
    throw new Error(
      `Without ${missing.join(' and ')} nothing is deployed. Put them into a file that is in no repository, and: npm run deploy -- --secrets-file FILE`,
    );
  const isNew = !there.includes('IDENTITY_SECRET') || inFile['FORMER_IDENTITY_SECRET'] !== undefined;
  if (isNew && isShort(inFile['IDENTITY_SECRET']))
    throw new Error('IDENTITY_SECRET has fewer than 32 bytes. Nothing was deployed.');
  const short = wanted.filter((name) => isShort(inFile[name]));
  return `${wanted.join(', ')} are there${short.length > 0 ? `; fewer than 32 bytes: ${short.join(', ')}` : ''}`;
}

/**
 * @param {Deployment} deployment
 * @param {ReadonlyMap<string, string>} there
 * @returns {Promise<string[]>} names of those that were missing
 */
async function makeDatabases(deployment, there) {
  const where = deployment.jurisdiction
    ? [`--jurisdiction=${deployment.jurisdiction}`]
    : deployment.location
      ? [`--location=${deployment.location}`]
      : [];
  const missing = databasesOf(deployment).filter(({ name }) => !there.has(name));
  for (const { name } of missing) await must(['d1', 'create', name, ...where]);
  return missing.map(({ name }) => name);
}

/**
 * Brings every database up to date that lags, four at a time. Each keeps its own account of what was applied to it, so that
 * one which failed goes on where it stands, and holds up no other. Throws while one lags: the Worker would need what it lacks.
 * @param {Deployment} deployment
 * @param {ReadonlyMap<string, string>} ids
 * @param {string} config
 * @param {(remark: string) => void} tell
 */
async function migrate(deployment, ids, config, tell) {
  const databases = await deployedDatabases(deployment, ids);
  const standings = await readStandings(databases);
  await mustRest(databases.env, standings);
  const lagging = standings.filter(({ lacks }) => lacks.length > 0);
  await inTurns(lagging, atOnce, async ({ name }) => {
    const done = await wrangler(['d1', 'migrations', 'apply', name, '--remote', '--config', config]);
    tell(done.isFine ? `${name} is up to date` : `${name} failed: ${done.said.trim()}`);
  });
  const now = lagging.length > 0 ? await readStandings(databases) : standings;
  const left = now.filter(({ lacks }) => lacks.length > 0);
  if (left.length > 0)
    throw new Error(
      `${left.map((one) => `${one.name} ${toldStanding(one)}`).join('\n')}\nThe Worker that runs is still the one before. Repeat: npm run deploy`,
    );
  const newer = now.filter(({ knows }) => knows.length > 0).map(({ name }) => name);
  return `${now.length} databases are up to date${newer.length > 0 ? `; newer than this tree: ${newer.join(', ')}` : ''}`;
}

/**
 * A table that is made or changed while a show is copied would not be copied with it.
 * @param {Env} env
 * @param {import('../versions.mjs').Standing[]} standings
 */
async function mustRest(env, standings) {
  const knowsMoves = !standings[0]?.lacks.includes('0008_show_moves.sql');
  if (!knowsMoves || standings.every(({ lacks }) => lacks.length === 0)) return;
  const { results } = await env.DIRECTORY.prepare(
    "SELECT show_id, to_shard FROM show_moves WHERE step IN ('FENCE', 'COPY', 'COMPARE', 'UNDO')",
  ).all();
  for (const { show_id: show, to_shard: shard } of /** @type {Record<string, string>[]} */ (results))
    throw new Error(
      `${show} is on its way to shard ${shard}: wait until npm run admin -- move-show ${show} ${shard} --remote says that it is there.`,
    );
}

/**
 * Whether what the deployment protects may still be sealed under a short secret: it had people before that was refused.
 * @param {Deployment} deployment
 * @param {ReadonlyMap<string, string>} ids
 */
async function mayHaveShortSecret(deployment, ids) {
  const { env } = await deployedDatabases(deployment, ids);
  const { results } = await env.DIRECTORY.prepare('SELECT name FROM long_secrets').all();
  return results.length === 0;
}

/**
 * @param {Deployment} deployment
 * @param {string} folder
 */
async function makeBucket({ name, jurisdiction, location }, folder) {
  const bucket = namesIn(name)('backlot-files');
  const within = jurisdiction ? [`--jurisdiction=${jurisdiction}`] : [];
  const near = location && !jurisdiction ? [`--location=${location}`] : [];
  const isNew = await makeOnce(
    ['r2', 'bucket', 'create', bucket, ...within, ...near],
    /already exists|10004/,
  );
  const rules = join(folder, 'lifecycle.json');
  const days = (/** @type {number} */ count) => ({ type: 'Age', maxAge: count * 86_400 });
  writeFileSync(
    rules,
    JSON.stringify({
      rules: [
        ...expiry.map(([prefix, count]) => ({
          id: `Remove ${prefix}`,
          enabled: true,
          conditions: { prefix },
          deleteObjectsTransition: { condition: days(count) },
        })),
        {
          id: 'Abort unfinished uploads',
          enabled: true,
          conditions: {},
          abortMultipartUploadsTransition: { condition: days(1) },
        },
      ],
    }),
  );
  await must(['r2', 'bucket', 'lifecycle', 'set', bucket, '--file', rules, '--force', ...within]);
  return isNew ? `made ${bucket}` : 'there';
}

/** @param {Deployment} deployment */
async function makeQueues(deployment) {
  const made = [];
  for (const queue of await queuesOf(deployment))
    if (await makeOnce(['queues', 'create', queue], /already (exists|taken)|11009/)) made.push(queue);
  return made.length === 0 ? 'all there' : `made ${made.join(', ')}`;
}

/**
 * @param {Deployment} deployment
 * @param {string} folder
 */
async function deployPages({ name }, folder) {
  const project = namesIn(name)('backlot-web');
  const isThere = (await pagesProjects()).includes(project);
  if (!isThere) await must(['pages', 'project', 'create', project, '--production-branch=main']);
  await must(['pages', 'deploy', '--branch=main', '--commit-dirty=true'], { cwd: folder });
  return isThere ? 'deployed' : `made and deployed ${project}`;
}
