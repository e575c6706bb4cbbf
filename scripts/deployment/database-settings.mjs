import { mapConcurrent } from '../processes/map-concurrent.mjs';
import { openCloudflareApi } from './cloudflare-api.mjs';
import { databasesOf } from './deployment.mjs';

/** Number of concurrent calls of the API. */
const atOnce = 4;

/**
 * What Cloudflare's API tells of a database.
 * @typedef {{ read_replication?: { mode: string } }} DatabaseDetails
 */

/**
 * Sets the read replication of every database that has another one, since only the API can (wrangler has no command).
 * @param {import('./deployment.mjs').Deployment} deployment
 * @param {ReadonlyMap<string, string>} ids of databases by name
 * @returns {Promise<string>} a remark
 */
export async function setReadReplication(deployment, ids) {
  const mode = deployment.readReplication;
  const call = await openCloudflareApi();
  /** @type {string[]} */
  const changed = [];
  await mapConcurrent(databasesOf(deployment), atOnce, async ({ name }) => {
    const path = `/d1/database/${ids.get(name)}`;
    const details = /** @type {DatabaseDetails} */ (await call('GET', path));
    if ((details.read_replication?.mode ?? 'disabled') === mode) return;
    await call('PUT', path, { read_replication: { mode } });
    changed.push(name);
  });
  return changed.length === 0 ? `${mode} everywhere` : `${mode}: ${changed.toSorted().join(', ')}`;
}
