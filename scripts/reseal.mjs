/**
 * `npm run admin -- reseal --secrets-file FILE`: reseals all values that `FORMER_IDENTITY_SECRET` of that file
 * protects under its `IDENTITY_SECRET`: authenticators, ID tokens, pending sign-ins, secrets of webhooks. May be
 * stopped and repeated at any time. The Worker must have both secrets already (docs/operations.md).
 *
 *   --remote        the databases of deployment.json, instead of the local ones
 *   --config FILE   instead of deployment.json
 */
import { databaseOptions, deploymentFile, mustHaveTables, openDatabases } from './deployment/databases.mjs';
import { readDeployment } from './deployment/deployment.mjs';
import { namedFile } from './environment.mjs';
import { secretsIn } from './deployment/secrets-file.mjs';
import { parseOptions } from './processes/options.mjs';

try {
  const { values } = parseOptions({ options: { ...databaseOptions, 'secrets-file': { type: 'string' } } });
  const file = values['secrets-file'];
  if (file === undefined)
    throw new Error('Name the file with both secrets: npm run admin -- reseal --secrets-file FILE');
  const { IDENTITY_SECRET: present = '', FORMER_IDENTITY_SECRET: former = '' } = secretsIn(namedFile(file));
  if (present === '' || former === '')
    throw new Error('The file has to name IDENTITY_SECRET and FORMER_IDENTITY_SECRET.');
  const databases = await openDatabases(values);
  try {
    await mustHaveTables(databases);
    await reseal(databases.env, { present, former });
    console.log(`Done. FORMER_IDENTITY_SECRET can go${values.remote ? `: ${removal(values.config)}` : '.'}`);
  } finally {
    await databases.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string | undefined} config @returns {string} the command that removes the former secret */
function removal(config) {
  const { name } = readDeployment(deploymentFile(config));
  return `npx wrangler secret delete FORMER_IDENTITY_SECRET --name ${name} --cwd ~`;
}

/**
 * @param {Env} env
 * @param {{ present: string, former: string }} secrets
 */
async function reseal(env, secrets) {
  const { resealAll } = await import('../functions/verbs/operations/reseal.ts');
  let unreadable = 0;
  await resealAll(env, secrets, new Date().toISOString(), (part) => {
    unreadable += part.unreadable;
    console.log(
      `${part.what}: ${part.changed} sealed again, ${part.unchanged} were already, ${part.unreadable} open with neither secret`,
    );
  });
  if (unreadable > 0)
    console.log('What opens with neither secret was lost before: its owners set it up anew.');
}
