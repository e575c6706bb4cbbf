import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localEnvironment, programs, repository, toolsNode } from '../environment.mjs';

/**
 * The location of the directory: the folder of the local databases, or the name of the deployed database.
 * @typedef {{ state: string } | { database: string }} Target
 */

const linkGoodForMs = 72 * 3_600_000;
const text = (/** @type {string} */ value) => `'${value.replaceAll("'", "''")}'`;

/**
 * Runs SQL on the directory database.
 * @param {Target} target
 * @param {string} sql
 * @returns {Record<string, unknown>[]} rows of the last statement
 */
export function executeDirectory(target, sql) {
  const where =
    'state' in target
      ? [
          'DIRECTORY',
          '--local',
          `--persist-to=${target.state}`,
          `--config=${join(repository, 'wrangler.toml')}`,
        ]
      : [target.database, '--remote'];
  const done = spawnSync(
    toolsNode(),
    [programs.wrangler, 'd1', 'execute', ...where, '--json', `--command=${sql}`],
    {
      // wrangler finds a deployed database by its name, unless a configuration file gives it another id.
      cwd: 'state' in target ? repository : tmpdir(),
      env: localEnvironment(),
      encoding: 'utf8',
    },
  );
  const said = `${done.stdout}\n${done.stderr}`;
  if (/no such (table|column)/.test(said))
    throw new Error(
      'state' in target
        ? 'Run npm start once before: it makes the databases.'
        : 'Run npm run deploy before: it makes the databases.',
    );
  if (done.status !== 0) throw new Error(said.trim());
  const answers = JSON.parse(done.stdout.slice(done.stdout.indexOf('[')));
  return answers.at(-1)?.results ?? [];
}

/**
 * Returns the e-mail addresses of the users who may create shows.
 * @param {Target} target
 * @returns {string[]}
 */
export function existingAdministrators(target) {
  const rows = executeDirectory(
    target,
    `SELECT username FROM users WHERE is_active = 1 AND (is_internal = 1 OR EXISTS (
      SELECT 1 FROM memberships WHERE user_id = users.id AND role = 'EP Internal' AND is_active = 1)) LIMIT 3`,
  );
  return rows.map(({ username }) => String(username));
}

/**
 * @param {string} email
 * @param {string} name
 */
function namesOf(email, name) {
  const [local = ''] = email.split('@');
  const words = (name.trim() || local.replaceAll(/[._-]+/g, ' ')).split(/\s+/).filter(Boolean);
  const [firstName = email, ...rest] = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const lastName = rest.join(' ');
  return { firstName, lastName, initials: `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase() };
}

/**
 * Creates a user who may create shows, or grants that right to an existing user.
 * @param {{ email: string, name: string, isLocal: boolean, target: Target }} wanted
 * @returns {string | null} the token of the link to set a password with; of it only a hash is stored
 */
export function makeAdministrator({ email, name, isLocal, target }) {
  const username = email.toLowerCase();
  const { firstName, lastName, initials } = namesOf(username, name);
  const now = new Date();
  const local = isLocal ? 1 : 0;
  const values = [`user-${randomUUID()}`, username, firstName, lastName, initials, now.toISOString()].map(
    text,
  );
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  const until = new Date(now.getTime() + linkGoodForMs).toISOString();
  const person = `INSERT INTO users (id, username, first_name, last_name, initials, created_at, local_user, is_internal)
    VALUES (${values.join(', ')}, ${local}, 1)
    ON CONFLICT (username) DO UPDATE SET is_internal = 1, is_active = 1, local_user = ${local}`;
  const link = `INSERT INTO password_links (token_hash, user_id, created_at, expires_at)
    SELECT ${text(hash)}, id, ${text(now.toISOString())}, ${text(until)} FROM users WHERE username = ${text(username)}`;
  executeDirectory(target, [person, ...(isLocal ? [link] : [])].join('; '));
  return isLocal ? token : null;
}
