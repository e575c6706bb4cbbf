import { log } from '#edges/log';
import { isDeployed, isShortSecret, minSecretBytes, secretOf } from '#edges/deployment-secret';

/** Secrets that other systems issue, so their length is not ours to choose. */
const issuedByOthers = ['ACCOUNTING_SECRET', 'OIDC_CLIENT_SECRET', 'PEOPLE_DIRECTORY_SECRET'] as const;

let isChecked = false;

/**
 * Warns of short secrets, once per instance of a deployed Worker (DEC-122). Throws on every call when the Worker may
 * not start with its own secret (`secretOf`).
 */
export function checkSecrets(env: Env): void {
  if (!isDeployed(env)) return;
  const own = secretOf(env, 'IDENTITY_SECRET');
  if (isChecked) return;
  isChecked = true;
  const secrets = env as Partial<Record<(typeof issuedByOthers)[number], string>>;
  const others = issuedByOthers.filter((name) => {
    const { [name]: secret = '' } = secrets;
    return secret !== '' && isShortSecret(secret);
  });
  for (const name of [...(isShortSecret(own) ? ['IDENTITY_SECRET'] : []), ...others])
    log('warn', 'short secret', { name, bytes: minSecretBytes });
}
