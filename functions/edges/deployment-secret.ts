type SecretName = 'IDENTITY_SECRET' | 'ACCOUNTING_SECRET';

/** By what a deployment is told from a local run; without them it is local. */
export type Deployment = Partial<Pick<Env, 'ENVIRONMENT' | 'WEB_ORIGIN'>>;

/** Set by the deployment alone: the secret before this one, and whether a short one may stay until all is sealed again. */
type Change = Partial<Record<'FORMER_IDENTITY_SECRET' | 'SHORT_IDENTITY_SECRET', string>>;

/** Fewest bytes of a secret of our own. */
export const minSecretBytes = 32;

/** An address with https is no local run, even where ENVIRONMENT was forgotten. */
export function isDeployed({ ENVIRONMENT = 'local', WEB_ORIGIN = '' }: Deployment): boolean {
  return ENVIRONMENT !== 'local' || WEB_ORIGIN.startsWith('https:');
}

export function isShortSecret(secret: string): boolean {
  return new TextEncoder().encode(secret).byteLength < minSecretBytes;
}

/**
 * A secret of this deployment. Throws, unless this is a local run, when it still is the one of wrangler.toml, which
 * everybody can read, and when one of our own is short and nothing says that it may be.
 */
export function secretOf<Name extends SecretName>(
  env: Record<Name, string> & Deployment & Change,
  name: Name,
): string {
  const secret = env[name];
  if (!isDeployed(env)) return secret;
  if (secret === '' || secret.startsWith('local-'))
    throw new Error(`${name} is the value of local runs. Give this deployment a secret of its own.`);
  if (name === 'IDENTITY_SECRET' && isShortSecret(secret) && env.SHORT_IDENTITY_SECRET !== 'tolerated')
    throw new Error(`${name} has fewer than ${minSecretBytes} bytes. Give this deployment a longer one.`);
  return secret;
}

/** What was sealed before `IDENTITY_SECRET` changed opens with this until it is sealed again; null at other times. */
export function formerSecretOf(env: object): string | null {
  const { FORMER_IDENTITY_SECRET: former = '' } = env as Change;
  return former === '' ? null : former;
}
