type SecretName = 'IDENTITY_SECRET' | 'ACCOUNTING_SECRET';

/** Distinguishes a deployment from a local run; without values it is local. */
export type Deployment = Partial<Pick<Env, 'ENVIRONMENT' | 'WEB_ORIGIN'>>;

/** Set only on deployments: the previous secret, and whether a short one may stay until everything is resealed. */
type SecretChange = Partial<Record<'FORMER_IDENTITY_SECRET' | 'SHORT_IDENTITY_SECRET', string>>;

/** Minimum bytes of a secret that we generate. */
export const minSecretBytes = 32;

/** An https address means a deployment, even when ENVIRONMENT is not set. */
export function isDeployed({ ENVIRONMENT = 'local', WEB_ORIGIN = '' }: Deployment): boolean {
  return ENVIRONMENT !== 'local' || WEB_ORIGIN.startsWith('https:');
}

export function isShortSecret(secret: string): boolean {
  return new TextEncoder().encode(secret).byteLength < minSecretBytes;
}

/**
 * Returns a secret of this deployment. Except in local runs, throws when it is the public one of wrangler.toml, and
 * when one of our own is too short without an explicit exception.
 */
export function secretOf<Name extends SecretName>(
  env: Record<Name, string> & Deployment & SecretChange,
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

/** The previous `IDENTITY_SECRET`, which opens what it sealed until that is resealed; null at other times. */
export function formerSecretOf(env: object): string | null {
  const { FORMER_IDENTITY_SECRET: formerSecret = '' } = env as SecretChange;
  return formerSecret === '' ? null : formerSecret;
}
