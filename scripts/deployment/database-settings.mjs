import { mapConcurrent } from '../processes/map-concurrent.mjs';
import { openCloudflareApi } from './cloudflare-api.mjs';
import { databasesOf } from './deployment.mjs';

/** Number of concurrent calls of the API. */
const atOnce = 4;

/**
 * What Cloudflare's API tells of a database.
 * @typedef {{ jurisdiction?: string | null, read_replication?: { mode: string } }} DatabaseDetails
 */

/** @param {import('./deployment.mjs').Deployment} deployment @returns {'auto' | 'disabled'} */
export function wantedReplication({ readReplication, jurisdiction }) {
  // Cloudflare does not document that replicas stay within a jurisdiction.
  return readReplication ?? (jurisdiction ? 'disabled' : 'auto');
}

/**
 * Sets the read replication of every database that has another one, since only the API can (wrangler has no command).
 * @param {import('./deployment.mjs').Deployment} deployment
 * @param {ReadonlyMap<string, string>} ids of databases by name
 * @returns {Promise<string>} a remark
 */
export async function setReadReplication(deployment, ids) {
  const mode = wantedReplication(deployment);
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

/**
 * Throws when a database exists in another jurisdiction: Cloudflare cannot move it, and a bucket of the same name in
 * another jurisdiction would be another, empty bucket.
 * @param {import('./deployment.mjs').Deployment} deployment
 * @param {ReadonlyMap<string, string>} ids of databases by name
 */
export async function checkJurisdiction(deployment, ids) {
  const wanted = deployment.jurisdiction ?? 'none';
  const call = await openCloudflareApi();
  const existing = databasesOf(deployment).filter(({ name }) => ids.has(name));
  await mapConcurrent(existing, atOnce, async ({ name }) => {
    const details = /** @type {DatabaseDetails} */ (await call('GET', `/d1/database/${ids.get(name)}`));
    const actual = details.jurisdiction || 'none';
    if (actual !== wanted)
      throw new Error(
        `${name} is in jurisdiction ${actual}, and deployment.json has ${wanted}. A database never changes its jurisdiction: restore the former value, or deploy under another name. Nothing was deployed.`,
      );
  });
}
