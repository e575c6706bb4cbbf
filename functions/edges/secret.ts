type SecretName = 'IDENTITY_SECRET' | 'ACCOUNTING_SECRET';

/** By what a deployment is told from a local run; without them it is local. */
export type Deployment = Partial<Pick<Env, 'ENVIRONMENT' | 'WEB_ORIGIN'>>;

/**
 * A secret of this deployment. Throws when it still is the one of wrangler.toml, which everybody can read, unless this
 * is a local run: an address with https is none, even where ENVIRONMENT was forgotten, too.
 */
export function secretOf<Name extends SecretName>(
  env: Record<Name, string> & Deployment,
  name: Name,
): string {
  const { ENVIRONMENT = 'local', WEB_ORIGIN = '' } = env;
  const isDeployed = ENVIRONMENT !== 'local' || WEB_ORIGIN.startsWith('https:');
  const secret = env[name];
  if (isDeployed && (secret === '' || secret.startsWith('local-'))) {
    throw new Error(`${name} is the value of local runs. Give this deployment a secret of its own.`);
  }
  return secret;
}
