import { openCloudflareApi } from '../cloudflare-api.mjs';
import { databaseIds } from '../cloudflare.mjs';
import { databasesOf, namesIn } from '../deployment.mjs';
import { wantedReplication } from '../database-settings.mjs';
import { pagesProject, redirectSteps } from '../redirect.mjs';
import { CheckFailure, LeftOut } from './outcome.mjs';

/** @typedef {import('../deployment.mjs').Deployment} Deployment */
/** @typedef {import('../cloudflare-api.mjs').CallCloudflare} CallCloudflare */

/**
 * @param {Deployment | null} deployment
 * @returns {Deployment}
 */
function needDeployment(deployment) {
  if (deployment) return deployment;
  throw new LeftOut(
    'no deployment file was found.',
    'run the check where deployment.json is, or name it with --config.',
  );
}

/** @returns {Promise<CallCloudflare>} */
async function openApi() {
  if (!process.env['CLOUDFLARE_API_TOKEN'])
    throw new LeftOut('no access to the account.', 'set CLOUDFLARE_API_TOKEN.');
  return openCloudflareApi();
}

/**
 * Every database has the read replication of deployment.json.
 * @param {Deployment | null} known
 */
export async function checkReplicas(known) {
  const deployment = needDeployment(known);
  const call = await openApi();
  const ids = await databaseIds();
  const wanted = wantedReplication(deployment);
  for (const { name } of databasesOf(deployment)) {
    const id = ids.get(name);
    if (id === undefined) throw new CheckFailure(`there is no database ${name}.`, 'npm run deploy.');
    const details = /** @type {import('../database-settings.mjs').DatabaseDetails} */ (
      await call('GET', `/d1/database/${id}`)
    );
    const mode = details.read_replication?.mode ?? 'disabled';
    if (mode !== wanted)
      throw new CheckFailure(
        `the read replication of ${name} is ${mode} instead of ${wanted}.`,
        'npm run deploy.',
      );
  }
  return `${wanted} everywhere`;
}

/**
 * The addresses of the Pages project, and of its earlier deployments where the account can be read, redirect to the
 * deployment's own.
 * @param {Deployment | null} known
 * @param {(url: string) => Promise<Response>} [fetchOnce] without following redirects
 */
export async function checkRedirect(known, fetchOnce = (url) => fetch(url, { redirect: 'manual' })) {
  const deployment = needDeployment(known);
  for (const url of await pagesUrls(deployment)) {
    const { status, headers } = await fetchOnce(`${url}/po?check=1`);
    const target = headers.get('Location');
    if (status < 300 || status > 399 || target !== `${deployment.address}/po?check=1`)
      throw new CheckFailure(
        `${url} answers with status ${status}${target ? ` and ${target}` : ''}.`,
        redirectSteps(deployment),
      );
  }
  return `to ${deployment.address}`;
}

/** @param {Deployment} deployment @returns {Promise<string[]>} */
async function pagesUrls(deployment) {
  const project = namesIn(deployment.name)('backlot-web');
  if (!process.env['CLOUDFLARE_API_TOKEN']) return [`https://${project}.pages.dev`];
  const call = await openCloudflareApi();
  const { subdomain } = await pagesProject(call, deployment);
  const deployments = /** @type {{ url: string }[]} */ (
    await call('GET', `/pages/projects/${project}/deployments`)
  );
  return [...new Set([`https://${subdomain}`, ...deployments.slice(0, 3).map(({ url }) => url)])];
}
