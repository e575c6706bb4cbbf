import { openAccountRequests } from '../deployment/cloudflare-api.mjs';
import { namesIn, readDeployment } from '../deployment/deployment.mjs';
import { deploymentFile } from '../deployment/databases.mjs';

/**
 * The bucket of attachments. A file has at most 10 MB, so that its bytes fit into memory.
 * @typedef {object} Bucket
 * @property {(key: string) => Promise<Uint8Array | null>} get
 * @property {(key: string, bytes: Uint8Array, contentType: string) => Promise<void>} put
 */

/**
 * @param {{ remote: boolean, config?: string | undefined }} which as `openDatabases`
 * @param {Env} env of the local databases
 * @returns {Promise<Bucket>}
 */
export async function openBucket({ remote, config }, env) {
  return remote ? deployedBucket(readDeployment(deploymentFile(config))) : localBucket(env.FILES);
}

/** @param {R2Bucket} files @returns {Bucket} */
function localBucket(files) {
  return {
    get: async (key) => {
      const object = await files.get(key);
      return object && new Uint8Array(await object.arrayBuffer());
    },
    put: async (key, bytes, contentType) => {
      await files.put(key, bytes, { httpMetadata: { contentType } });
    },
  };
}

/**
 * The bucket of a deployment, by the calls of `wrangler r2 object`.
 * @param {import('../deployment/deployment.mjs').Deployment} deployment
 * @returns {Promise<Bucket>}
 */
async function deployedBucket({ name, jurisdiction }) {
  const send = await openAccountRequests();
  const path = (/** @type {string} */ key) =>
    `/r2/buckets/${namesIn(name)('backlot-files')}/objects/${encodeURIComponent(key)}`;
  const headers = jurisdiction ? { 'cf-r2-jurisdiction': jurisdiction } : {};
  return {
    get: async (key) => {
      const response = await send('GET', path(key), { headers });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`${key} was not read: status ${response.status}.`);
      return new Uint8Array(await response.arrayBuffer());
    },
    put: async (key, bytes, contentType) => {
      const body = new Blob([new Uint8Array(bytes)]);
      const response = await send('PUT', path(key), {
        body,
        headers: { ...headers, 'Content-Type': contentType },
      });
      if (!response.ok) throw new Error(`${key} was not stored: status ${response.status}.`);
    },
  };
}
