import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '../build-web.mjs';
import {
  databaseIds,
  createIfMissing,
  runWrangler,
  pagesProjects,
  secretNames,
  wrangler,
} from './cloudflare.mjs';
import { deployedDatabases } from './databases.mjs';
import { checkJurisdiction, setReadReplication } from './database-settings.mjs';
import { databasesOf, mainLocation, namesIn, secretsOf, writeConfigurations } from './deployment.mjs';
import { createQueues } from './queues.mjs';
import { mapConcurrent } from '../processes/map-concurrent.mjs';
import { redirectToAddress } from './redirect.mjs';
import { isShort, secretsIn, withSecretsFile } from './secrets-file.mjs';
import { readVersionStatus, formatVersionStatus } from '../versions.mjs';

/** @typedef {import('./deployment.mjs').Deployment} Deployment */
/** @typedef {import('../processes/progress.mjs').Progress} Progress */

/** Number of concurrent wrangler processes for migrations. */
const atOnce = 4;

/**
 * Expiry in days by key prefix, in case the sweep that removes finished PDFs and expired links does not run.
 * @type {[string, number][]}
 */
const expiry = [
  ['pdf/', 3],
  ['mailed/', 30],
];

/**
 * Deploys everything. Dependencies come first: no new code runs before its database, queue and secrets exist.
 * @param {Progress} progress
 * @param {Deployment} deployment
 * @param {string | null} secretsFile
 */
export async function deploy(progress, deployment, secretsFile) {
  /** @type {Record<string, string>} */
  let secrets = {};
  await progress.step('Secrets', () => {
    const inFile = secretsFile === null ? {} : secretsIn(secretsFile);
    const remark = checkSecrets(deployment, inFile);
    // The template of the operations page has lines for secrets that this deployment does not need.
    secrets = Object.fromEntries(Object.entries(inFile).filter(([, value]) => value !== ''));
    return remark;
  });
  await progress.step('The web', buildWeb);
  /** @type {ReadonlyMap<string, string>} */
  let ids = new Map();
  await progress.step('Databases', async () => {
    ids = await databaseIds();
    await checkJurisdiction(deployment, ids);
    const made = await createDatabases(deployment, ids);
    if (made.length > 0) ids = await databaseIds();
    return made.length === 0 ? 'all there' : `made ${made.join(', ')}`;
  });
  await progress.step('Read replicas', () => setReadReplication(deployment, ids));
  const folders = await writeConfigurations(deployment, ids);
  const config = join(folders.worker, 'wrangler.json');
  await progress.step('Migrations', (tell) => migrate(deployment, ids, config, tell));
  await progress.step('Length of IDENTITY_SECRET', async () => {
    const mayBeShort = await mayHaveShortSecret(deployment, ids);
    await writeConfigurations(deployment, ids, mayBeShort);
    return mayBeShort ? 'a short one is accepted until npm run admin -- reseal' : 'a short one is rejected';
  });
  await progress.step('Files', () => createBucket(deployment, folders.worker));
  await progress.step('Queues', () => createQueues(deployment));
  await progress.step('The Worker', () => deployWorker(deployment, config, secrets));
  await progress.step('Pages', () => deployPages(deployment, folders.pages));
  let next = `Check it: npm run deploy -- --check ${deployment.address}`;
  await progress.step('Redirect', async () => {
    const { isAddressAssigned, remark } = await redirectToAddress(deployment);
    if (!isAddressAssigned) next = addressSteps(deployment);
    return remark;
  });
  progress.print(`\nDeployed. ${next}`);
}

/** @param {Deployment} deployment */
function addressSteps({ name, address }) {
  return `Nobody reaches it yet: in the dashboard, Workers & Pages, ${namesIn(name)('backlot-web')}, Custom domains, add ${new URL(address).host}. Then repeat npm run deploy.`;
}

/**
 * Throws when the Worker lacks a secret after the deployment. Cloudflare lists names of secrets, but never their
 * values.
 * @param {Deployment} deployment
 * @param {string} config
 * @param {Record<string, string>} secrets to be set with this deployment
 */
async function deployWorker(deployment, config, secrets) {
  const command = ['deploy', '--config', config];
  const names = Object.keys(secrets);
  if (names.length === 0) await runWrangler(command);
  else await withSecretsFile(secrets, (file) => runWrangler([...command, '--secrets-file', file]));
  const there = await secretNames(deployment.name);
  const missing = [...new Set([...secretsOf(deployment), ...names])].filter((name) => !there.includes(name));
  if (missing.length > 0)
    throw new Error(
      `The Worker was deployed, and has no ${missing.join(' and no ')}. Repeat the deployment.`,
    );
  return names.length === 0 ? '' : `${names.join(', ')} set`;
}

/**
 * Checks names only, since values cannot be read back; an empty secret in the file is missing. Throws before anything
 * is created.
 * @param {Deployment} deployment
 * @param {Record<string, string>} inFile
 */
async function checkSecrets(deployment, inFile) {
  const wanted = secretsOf(deployment);
  const empty = [...wanted, 'FORMER_IDENTITY_SECRET'].filter((name) => inFile[name] === '');
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
async function createDatabases(deployment, there) {
  const { jurisdiction } = deployment;
  const missing = databasesOf(deployment).filter(({ name }) => !there.has(name));
  for (const { name, location } of missing) {
    const near = location ? [`--location=${location}`] : [];
    const where = jurisdiction ? [`--jurisdiction=${jurisdiction}`] : near;
    await runWrangler(['d1', 'create', name, ...where]);
  }
  return missing.map(({ name }) => name);
}

/**
 * Migrates every database that is behind, four at a time. Each stores its applied migrations, so that a failed one
 * continues where it stopped and delays no other. Throws when one is still behind, since the Worker needs its tables.
 * @param {Deployment} deployment
 * @param {ReadonlyMap<string, string>} ids
 * @param {string} config
 * @param {(remark: string) => void} tell
 */
async function migrate(deployment, ids, config, tell) {
  const databases = await deployedDatabases(deployment, ids);
  const statuses = await readVersionStatus(databases);
  await checkShards(databases, statuses);
  await checkNoShowMoves(databases.env, statuses);
  const lagging = statuses.filter(({ lacks }) => lacks.length > 0);
  await mapConcurrent(lagging, atOnce, async ({ name }) => {
    const done = await wrangler(['d1', 'migrations', 'apply', name, '--remote', '--config', config]);
    tell(done.isFine ? `${name} is up to date` : `${name} failed: ${done.log.trim()}`);
  });
  const now = lagging.length > 0 ? await readVersionStatus(databases) : statuses;
  const left = now.filter(({ lacks }) => lacks.length > 0);
  if (left.length > 0)
    throw new Error(
      `${left.map((one) => `${one.name} ${formatVersionStatus(one)}`).join('\n')}\nThe Worker that runs is still the one before. Repeat: npm run deploy`,
    );
  const newer = now.filter(({ knows }) => knows.length > 0).map(({ name }) => name);
  return `${now.length} databases are up to date${newer.length > 0 ? `; newer than this tree: ${newer.join(', ')}` : ''}`;
}

/**
 * Throws when a show is on a shard that the deployment does not have: the Worker could not open it.
 * @param {import('./databases.mjs').Databases} databases
 * @param {import('../versions.mjs').VersionStatus[]} statuses
 */
async function checkShards({ env, all }, statuses) {
  if (statuses[0]?.at === null) return;
  const shards = all.length - 1;
  const { results } = await env.DIRECTORY.prepare(
    'SELECT id, shard FROM shows WHERE shard >= ? ORDER BY shard, id LIMIT 1',
  )
    .bind(shards)
    .all();
  for (const { id, shard } of /** @type {{ id: string, shard: number }[]} */ (results))
    throw new Error(
      `${id} is on shard ${shard}, and deployment.json has ${shards} of them, from 0. Restore the number of shards. The Worker that runs is still the one before.`,
    );
}

/**
 * A table that is created or changed while a show is copied would not be copied with it.
 * @param {Env} env
 * @param {import('../versions.mjs').VersionStatus[]} statuses
 */
async function checkNoShowMoves(env, statuses) {
  const knowsMoves = !statuses[0]?.lacks.includes('0008_show_moves.sql');
  if (!knowsMoves || statuses.every(({ lacks }) => lacks.length === 0)) return;
  const { results } = await env.DIRECTORY.prepare(
    "SELECT show_id, to_shard FROM show_moves WHERE step IN ('FENCE', 'COPY', 'COMPARE', 'UNDO')",
  ).all();
  for (const { show_id: show, to_shard: shard } of /** @type {Record<string, string>[]} */ (results))
    throw new Error(
      `${show} is on its way to shard ${shard}: wait until npm run admin -- move-show ${show} ${shard} --remote says that it is there.`,
    );
}

/**
 * Whether the deployment may still use a short secret: it had users before short secrets were refused.
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
async function createBucket(deployment, folder) {
  const { name, jurisdiction } = deployment;
  const location = mainLocation(deployment);
  const bucket = namesIn(name)('backlot-files');
  const within = jurisdiction ? [`--jurisdiction=${jurisdiction}`] : [];
  const near = location && !jurisdiction ? [`--location=${location}`] : [];
  const isNew = await createIfMissing(
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
  await runWrangler(['r2', 'bucket', 'lifecycle', 'set', bucket, '--file', rules, '--force', ...within]);
  return isNew ? `made ${bucket}` : 'there';
}

/**
 * @param {Deployment} deployment
 * @param {string} folder
 */
async function deployPages({ name }, folder) {
  const project = namesIn(name)('backlot-web');
  const isThere = (await pagesProjects()).includes(project);
  if (!isThere) await runWrangler(['pages', 'project', 'create', project, '--production-branch=main']);
  await runWrangler(['pages', 'deploy', '--branch=main', '--commit-dirty=true'], { cwd: folder });
  return isThere ? 'deployed' : `made and deployed ${project}`;
}
