/**
 * `npm run deploy`: deploys this tree to the Cloudflare account that wrangler is signed in to (or that
 * CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID name). Creates missing resources, keeps existing ones, and can be
 * repeated after any failure.
 *
 *   --dry-run                  bundles Worker and Pages as they would be deployed, without any call to Cloudflare
 *   --config FILE              instead of deployment.json (docs/operations.md)
 *   --secrets-file FILE        sets these secrets (JSON or .env) with this deployment
 *   --check URL                deploys nothing: checks what is served there (docs/operations.md)
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { namedFile, repository } from './environment.mjs';
import { checkMachine, install } from './processes/install.mjs';
import { parseOptions } from './processes/options.mjs';
import { createProgress } from './processes/progress.mjs';
import { isNodeSupported, rerun } from './processes/rerun.mjs';

try {
  checkMachine();
  await install(createProgress());
  if (isNodeSupported()) await main();
  else await rerun();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main() {
  const { values } = parseOptions({
    options: {
      'dry-run': { type: 'boolean', default: false },
      config: { type: 'string' },
      'secrets-file': { type: 'string' },
      check: { type: 'string' },
    },
  });
  const { readDeployment } = await import('./deployment/deployment.mjs');
  const isDry = values['dry-run'];
  const own = join(repository, 'deployment.json');
  const example = join(repository, 'deployment.example.json');
  if (values.check !== undefined) return check(values.check, values.config ? namedFile(values.config) : own);
  const file = values.config ? namedFile(values.config) : isDry && !existsSync(own) ? example : own;
  const deployment = readDeployment(file);
  const progress = createProgress();
  if (isDry && file === example)
    progress.print('There is no deployment.json: deployment.example.json instead.');
  if (isDry) {
    const { dryRun } = await import('./deployment/dry-run.mjs');
    return dryRun(progress, deployment);
  }
  const { deploy } = await import('./deployment/deploy-steps.mjs');
  const secrets = values['secrets-file'];
  await deploy(progress, deployment, secrets === undefined ? null : namedFile(secrets));
}

/**
 * @param {string} address
 * @param {string} file of the deployment, which need not exist
 */
async function check(address, file) {
  if (!URL.canParse(address)) throw new Error('Name an address: npm run deploy -- --check https://...');
  const { readDeployment } = await import('./deployment/deployment.mjs');
  const { checkDeployment } = await import('./deployment/check/check-deployment.mjs');
  const { credentialsIn } = await import('./deployment/check/user.mjs');
  const isFine = await checkDeployment({
    address,
    credentials: credentialsIn(process.env),
    deployment: existsSync(file) ? readDeployment(file) : null,
    print: console.log,
  });
  process.exit(isFine ? 0 : 1);
}
