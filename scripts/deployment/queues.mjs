import { createIfMissing } from './cloudflare.mjs';
import { queuesOf } from './deployment.mjs';

/** @param {Pick<import('./deployment.mjs').Deployment, 'name' | 'jurisdiction'>} deployment */
export async function createQueues(deployment) {
  const made = [];
  const within = deployment.jurisdiction ? [`--jurisdiction=${deployment.jurisdiction}`] : [];
  for (const queue of await queuesOf(deployment))
    if (await createIfMissing(['queues', 'create', queue, ...within], /already (exists|taken)|11009/))
      made.push(queue);
  return made.length === 0 ? 'all there' : `made ${made.join(', ')}`;
}
