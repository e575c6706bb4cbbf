import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { localEnvironment, programs, repository } from '../environment.mjs';

/** A wrangler lives for a second, a seventh of which would be the collecting of what its start leaves behind. */
const withRoom = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * Asks Cloudflare by wrangler: its login, its retries, its knowledge of the interface.
 * @param {string[]} command
 * @param {{ cwd?: string }} [options]
 * @returns {Promise<{ isFine: boolean, output: string, said: string }>} `output`: what it answers; `said`: all of it
 */
export async function wrangler(command, { cwd = repository } = {}) {
  const child = spawn(process.execPath, [...withRoom, programs.wrangler, ...command], {
    cwd,
    // CI: nothing is asked back, whoever deploys.
    env: { ...localEnvironment(), CI: 'true', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let said = '';
  child.stdout.on('data', (data) => {
    output += data;
    said += data;
  });
  child.stderr.on('data', (data) => (said += data));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  return {
    isFine: code === 0,
    output: stripVTControlCharacters(output),
    said: stripVTControlCharacters(said),
  };
}

/**
 * The same, where anything but success ends the deployment.
 * @param {string[]} command
 * @param {{ cwd?: string }} [options]
 */
export async function must(command, options) {
  const done = await wrangler(command, options);
  if (!done.isFine) throw new Error(`wrangler ${command.join(' ')}\n${done.said.trim()}`);
  return done.output;
}

/** @param {string} output of a command with --json: what stands before it is of wrangler itself */
export function parsed(output) {
  return JSON.parse(output.slice(output.search(/^[[{]/m)));
}

/**
 * Makes what a name stands for; that it is there already is as good.
 * @param {string[]} command
 * @param {RegExp} isThere
 * @returns {Promise<boolean>} whether it was made now
 */
export async function makeOnce(command, isThere) {
  const done = await wrangler(command);
  if (!done.isFine && !isThere.test(done.said))
    throw new Error(`wrangler ${command.join(' ')}\n${done.said.trim()}`);
  return done.isFine;
}

/** @returns {Promise<Map<string, string>>} ids of the account's databases, by name */
export async function databaseIds() {
  /** @type {{ name: string, uuid: string }[]} */
  const all = parsed(await must(['d1', 'list', '--json']));
  return new Map(all.map(({ name, uuid }) => [name, uuid]));
}

/**
 * @param {string} worker
 * @returns {Promise<string[]>} names of its secrets; none where there is no such Worker yet
 */
export async function secretNames(worker) {
  const command = ['secret', 'list', '--name', worker, '--format', 'json'];
  const done = await wrangler(command);
  if (!done.isFine && /10007|does not exist|not found/i.test(done.said)) return [];
  if (!done.isFine) throw new Error(`wrangler ${command.join(' ')}\n${done.said.trim()}`);
  return parsed(done.output).map((/** @type {{ name: string }} */ { name }) => name);
}

/** @returns {Promise<string[]>} names of the account's Pages projects */
export async function pagesProjects() {
  /** @type {Record<string, string>[]} */
  const all = parsed(await must(['pages', 'project', 'list', '--json']));
  return all.map((project) => String(project['Project Name'] ?? project['name']));
}
