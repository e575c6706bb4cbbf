/**
 * `npm run admin -- you@example.com`: creates the first user of an empty installation, who may create shows, and
 * prints the link for setting a password. Refused when such a user exists.
 *
 *   --name "Theo Blackwood"    default: derived from the address
 *   --sso                      signs in with the identity provider: no password, no link
 *   --force                    another such user, or a new link for the same user
 *   --address https://...      address of Backlot in the link
 *   --remote                   the deployment of deployment.json instead of the local one: its database, its address, and
 *                              its identity provider if it has one
 *   --config FILE              instead of deployment.json
 *
 * `npm run admin -- verify`: verifies the histories of all documents (see verify-histories.mjs).
 * `npm run admin -- versions`: lists the migration status of every database (see versions.mjs).
 * `npm run admin -- move-show <show> <shard>`: moves a show to another shard (see move-show.mjs).
 * `npm run admin -- check-archive FILE...`: checks that the archive of a show is unchanged (see check-archive.mjs).
 * `npm run admin -- reseal --secrets-file FILE`: reseals secrets under a new `IDENTITY_SECRET` (see reseal.mjs).
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { existingAdministrators, makeAdministrator } from './deployment/administrator.mjs';
import { localEnvironment, namedFile, repository, stateFolder, toolsNode } from './environment.mjs';
import { parseOptions } from './processes/options.mjs';

/** @type {Record<string, string>} */
const commands = {
  verify: 'verify-histories',
  versions: 'versions',
  'move-show': 'move-show',
  'check-archive': 'check-archive',
  reseal: 'reseal',
};
const args = process.argv.slice(2);
const named = args.findIndex((option) => Object.hasOwn(commands, option));

try {
  if (named >= 0) process.exit(run(commands[args[named] ?? ''] ?? '', args.toSpliced(named, 1)));
  const { values, positionals } = parseOptions({
    allowPositionals: true,
    options: {
      name: { type: 'string', default: '' },
      sso: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      address: { type: 'string' },
      remote: { type: 'boolean', default: false },
      config: { type: 'string' },
    },
  });
  const [email = ''] = positionals;
  if (positionals.length !== 1 || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
    throw new Error('Name one e-mail address: npm run admin -- you@example.com');
  const { remote, force, name } = values;
  const deployment = remote ? await deploymentIn(values.config) : null;
  const target = deployment ? { database: `${deployment.name}-directory` } : { state: stateFolder() };
  const isLocal = !values.sso && !deployment?.oidc;
  const address = values.address ?? deployment?.address ?? `http://127.0.0.1:${process.env['PORT'] || 8787}`;
  const there = existingAdministrators(target);
  if (there.length > 0 && !force)
    throw new Error(
      `There is an administrator already (${there.join(', ')}), who can add people under Management. For one more, or a new link: --force`,
    );
  const token = makeAdministrator({ email, name, isLocal, target });
  console.log(`${email} may create shows.`);
  console.log(
    token === null
      ? 'The identity provider signs this person in.'
      : `To set the password, within three days and once:\n\n  ${address.replace(/\/$/, '')}/api/auth/password/${token}\n`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string | undefined} file */
async function deploymentIn(file) {
  const { readDeployment } = await import('./deployment/deployment.mjs');
  return readDeployment(file ? namedFile(file) : join(repository, 'deployment.json'));
}

/**
 * These scripts use the product's TypeScript, which the Node of the tools can run.
 * @param {string} script
 * @param {string[]} options
 */
function run(script, options) {
  const started = [join(repository, `scripts/${script}.mjs`), ...options];
  return spawnSync(toolsNode(), started, { stdio: 'inherit', env: localEnvironment() }).status ?? 1;
}
