import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { localEnvironment, programs, repository } from '../environment.mjs';

/** A seventh of wrangler's run time of a second would be garbage collection of its start. */
const withRoom = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * Calls Cloudflare through wrangler, for its login, its retries and its API client.
 * @param {string[]} command
 * @param {{ cwd?: string }} [options]
 * @returns {Promise<{ isFine: boolean, output: string, log: string }>} `output`: what it answers; `log`: all of its output
 */
export async function wrangler(command, { cwd = repository } = {}) {
  const child = spawn(process.execPath, [...withRoom, programs.wrangler, ...command], {
    cwd,
    // CI: wrangler must not prompt.
    env: { ...localEnvironment(), CI: 'true', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let log = '';
  child.stdout.on('data', (data) => {
    output += data;
    log += data;
  });
  child.stderr.on('data', (data) => (log += data));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  return {
    isFine: code === 0,
    output: stripVTControlCharacters(output),
    log: stripVTControlCharacters(log),
  };
}

/**
 * The same, but throws on failure.
 * @param {string[]} command
 * @param {{ cwd?: string }} [options]
 */
export async function runWrangler(command, options) {
  const done = await wrangler(command, options);
  if (!done.isFine) throw new Error(`wrangler ${command.join(' ')}\n${done.log.trim()}`);
  return done.output;
}

/** @param {string} output of a command with --json, after log lines of wrangler */
export function parseJson(output) {
  return JSON.parse(output.slice(output.search(/^[[{]/m)));
}

/**
 * Creates a named resource, unless it exists.
 * @param {string[]} command
 * @param {RegExp} isThere
 * @returns {Promise<boolean>} whether it was made now
 */
export async function createIfMissing(command, isThere) {
  const done = await wrangler(command);
  if (!done.isFine && !isThere.test(done.log))
    throw new Error(`wrangler ${command.join(' ')}\n${done.log.trim()}`);
  return done.isFine;
}

/** @returns {Promise<Map<string, string>>} ids of the account's databases, by name */
export async function databaseIds() {
  /** @type {{ name: string, uuid: string }[]} */
  const all = parseJson(await runWrangler(['d1', 'list', '--json']));
  return new Map(all.map(({ name, uuid }) => [name, uuid]));
}

/**
 * @param {string} worker
 * @returns {Promise<string[]>} names of its secrets; none where there is no such Worker yet
 */
export async function secretNames(worker) {
  const command = ['secret', 'list', '--name', worker, '--format', 'json'];
  const done = await wrangler(command);
  if (!done.isFine && /10007|does not exist|not found/i.test(done.log)) return [];
  if (!done.isFine) throw new Error(`wrangler ${command.join(' ')}\n${done.log.trim()}`);
  return parseJson(done.output).map((/** @type {{ name: string }} */ { name }) => name);
}

/** @returns {Promise<string[]>} names of the account's Pages projects */
export async function pagesProjects() {
  /** @type {Record<string, string>[]} */
  const all = parseJson(await runWrangler(['pages', 'project', 'list', '--json']));
  return all.map((project) => String(project['Project Name'] ?? project['name']));
}
