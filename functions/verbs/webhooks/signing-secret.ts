import { createHmac, randomBytes } from 'node:crypto';
import { urlRejection } from '#domain/webhooks/webhook-address';
import { isDeployed, secretOf } from '#edges/deployment-secret';
import type { EndpointRow } from '#store/show/webhooks/endpoints';
import { encryptSecret, decryptSecret } from '#verbs/identity/encrypt-secret';

const purpose = 'webhook';

/**
 * A new secret, readable for the receiver and encrypted for the database. The same `keyParts` (user and request of the
 * idempotency key) derive the same secret; null creates a random one.
 */
export async function newSecret(
  env: Env,
  endpointId: string,
  keyParts: readonly string[] | null,
): Promise<{ secret: string; sealed: string }> {
  const bytes = keyParts
    ? createHmac('sha256', secretOf(env, 'IDENTITY_SECRET'))
        .update(JSON.stringify([purpose, ...keyParts]))
        .digest()
    : randomBytes(32);
  const secret = `whsec_${bytes.toString('base64')}`;
  return { secret, sealed: await encryptSecret(env, purpose, endpointId, secret) };
}

/** The secrets that sign a message, the current one first; empty when this deployment cannot decrypt them. */
export async function secretsOf(env: Env, endpoint: EndpointRow, now: string): Promise<string[]> {
  const { id, secret, oldSecret, oldSecretUntil } = endpoint;
  const isOldValid = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
  const sealed = isOldValid ? [secret, oldSecret] : [secret];
  const opened = await Promise.all(sealed.map((one) => decryptSecret(env, purpose, id, one)));
  return opened.filter((one) => one !== null);
}

/** Why no events are sent to this URL; null when it is allowed. */
export function urlRejectionHere(env: Env, url: string): string | null {
  const ownHost = URL.canParse(env.WEB_ORIGIN) ? new URL(env.WEB_ORIGIN).hostname : '';
  return urlRejection(url, { isLocal: !isDeployed(env), ownHost });
}
