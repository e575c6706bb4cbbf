import { createHmac, randomBytes } from 'node:crypto';
import { urlRejection } from '#domain/webhooks/webhook-address';
import { isDeployed, secretOf } from '#edges/deployment-secret';
import type { EndpointRow } from '#store/show/webhooks/endpoints';
import { seal, unseal } from '#verbs/identity/encrypt-secret';

const purpose = 'webhook';

/**
 * A new secret as its receiver is given it, and as it is kept. The same `repeated` (whose request it is, and what it asks)
 * makes the same one again, for a request that comes twice; null makes a random one.
 */
export async function newSecret(
  env: Env,
  endpointId: string,
  repeated: readonly string[] | null,
): Promise<{ secret: string; sealed: string }> {
  const bytes = repeated
    ? createHmac('sha256', secretOf(env, 'IDENTITY_SECRET'))
        .update(JSON.stringify([purpose, ...repeated]))
        .digest()
    : randomBytes(32);
  const secret = `whsec_${bytes.toString('base64')}`;
  return { secret, sealed: await seal(env, purpose, endpointId, secret) };
}

/** What a message is signed with now, the present secret first; empty when this deployment cannot read them any more. */
export async function secretsOf(env: Env, endpoint: EndpointRow, now: string): Promise<string[]> {
  const { id, secret, oldSecret, oldSecretUntil } = endpoint;
  const isOldGood = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
  const sealed = isOldGood ? [secret, oldSecret] : [secret];
  const opened = await Promise.all(sealed.map((one) => unseal(env, purpose, id, one)));
  return opened.filter((one) => one !== null);
}

/** Why nothing is sent to this address from here; null when it may be. */
export function urlRejectionHere(env: Env, url: string): string | null {
  const ownHost = URL.canParse(env.WEB_ORIGIN) ? new URL(env.WEB_ORIGIN).hostname : '';
  return urlRejection(url, { isLocal: !isDeployed(env), ownHost });
}
