type SecretName = 'IDENTITY_SECRET' | 'ACCOUNTING_SECRET';

/** By what a deployment is told from a local run; without them it is local. */
export type Deployment = Partial<Pick<Env, 'ENVIRONMENT' | 'WEB_ORIGIN'>>;

/** An address with https is no local run, even where ENVIRONMENT was forgotten. */
export function isDeployed({ ENVIRONMENT = 'local', WEB_ORIGIN = '' }: Deployment): boolean {
  return ENVIRONMENT !== 'local' || WEB_ORIGIN.startsWith('https:');
}

/**
 * A secret of this deployment. Throws when it still is the one of wrangler.toml, which everybody can read, unless this
 * is a local run.
 */
export function secretOf<Name extends SecretName>(
  env: Record<Name, string> & Deployment,
  name: Name,
): string {
  const secret = env[name];
  if (isDeployed(env) && (secret === '' || secret.startsWith('local-'))) {
    throw new Error(`${name} is the value of local runs. Give this deployment a secret of its own.`);
  }
  return secret;
}
