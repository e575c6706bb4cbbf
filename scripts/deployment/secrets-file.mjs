import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { onShutdown } from '../processes/on-shutdown.mjs';

/**
 * Reads the secrets of a file, JSON or .env, verbatim: nothing is expanded, and no shell variable counts. Throws when a
 * value is not a string, or would lose the part after a `#`, or when there is no such file.
 * @param {string} file
 * @returns {Record<string, string>}
 */
export function secretsIn(file) {
  if (!existsSync(file)) throw new Error(`There is no secrets file ${file}.`);
  const text = readFileSync(file, 'utf8');
  if (!text.trimStart().startsWith('{')) return secretsOfEnv(text);
  const secrets = parseSecrets(file, text);
  for (const [name, value] of Object.entries(secrets))
    if (typeof value !== 'string') throw new Error(`${name} of the secrets file is not a text.`);
  return secrets;
}

/**
 * The error of `JSON.parse` is not shown, because it quotes the text.
 * @param {string} file
 * @param {string} text
 */
function parseSecrets(file, text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The secrets file ${file} is not valid JSON.`);
  }
}

/** @param {string} text */
function secretsOfEnv(text) {
  const cut = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*[^\s"'`#][^\r\n#]*(?<=\S)#/m.exec(text);
  if (cut) throw new Error(`${cut[1]} of the secrets file has a #: put its value into quotes.`);
  return /** @type {Record<string, string>} */ (parseEnv(text));
}

/**
 * Calls `use` with a JSON file of the secrets that only the current user may read, and removes it afterwards, also when
 * `use` fails or the process is stopped. Wrangler gets no .env file: it would expand `$` and prefer shell variables.
 * @template Result
 * @param {Record<string, string>} secrets
 * @param {(file: string) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
export async function withSecretsFile(secrets, use) {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-secrets-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  onShutdown(() => {
    remove();
    process.exit(1);
  });
  try {
    const file = join(folder, 'secrets.json');
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' });
    return await use(file);
  } finally {
    remove();
  }
}

/** Minimum bytes of a secret, as in the Worker (functions/edges/deployment-secret.ts). */
const minSecretBytes = 32;

/** @param {string | undefined} secret */
export function isShort(secret) {
  return secret !== undefined && Buffer.byteLength(secret) < minSecretBytes;
}
