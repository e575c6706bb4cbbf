import { log } from '#edges/log';
import { isDeployed, isShortSecret, minSecretBytes, secretOf } from '#edges/deployment-secret';

/** Issued by others, who decide how long they are. */
const issuedByOthers = ['ACCOUNTING_SECRET', 'OIDC_CLIENT_SECRET', 'PEOPLE_DIRECTORY_SECRET'] as const;

let isChecked = false;

/**
 * Once for each instance of a deployed Worker: warns of short secrets (DEC-122). Throws, at every call, when the Worker may
 * not start with its own (`secretOf`).
 */
export function checkSecrets(env: Env): void {
  if (!isDeployed(env)) return;
  const own = secretOf(env, 'IDENTITY_SECRET');
  if (isChecked) return;
  isChecked = true;
  const given = env as Partial<Record<(typeof issuedByOthers)[number], string>>;
  const others = issuedByOthers.filter((name) => {
    const { [name]: secret = '' } = given;
    return secret !== '' && isShortSecret(secret);
  });
  for (const name of [...(isShortSecret(own) ? ['IDENTITY_SECRET'] : []), ...others])
    log('warn', 'short secret', { name, bytes: minSecretBytes });
}
