import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { localEnvironment, programs, repository, toolsNode } from '../environment.mjs';
import { freePort } from './free-port.mjs';
import { stopGroup } from '../processes/processes.mjs';

const timeoutMs = 60_000;

/** @param {string} address */
async function isAnswering(address) {
  try {
    return (await fetch(address)).status === 404;
  } catch {
    return false;
  }
}

/**
 * Starts the demo Worker on a free local port, on the databases in `state`. `stop` ends it and all its child processes.
 * @param {string} state folder of `--persist-to`
 */
export async function startDemoWorker(state) {
  const port = await freePort(0);
  const child = spawn(
    toolsNode(),
    [
      `--import=${pathToFileURL(join(repository, 'scripts/processes/shutdown-guard.mjs')).href}`,
      programs.wrangler,
      'dev',
      `--config=${join(repository, 'demo/wrangler.toml')}`,
      '--ip=127.0.0.1',
      `--port=${port}`,
      `--inspector-port=${await freePort(0)}`,
      `--persist-to=${state}`,
      '--show-interactive-dev-session=false',
      '--log-level=error',
    ],
    { cwd: repository, env: localEnvironment(), stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (/** @type {Buffer} */ data) => {
      output = (output + data.toString()).slice(-4000);
    });
  const address = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + timeoutMs;
  while (!(await isAnswering(address))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stopGroup(child);
      throw new Error(`The demo Worker did not start.\n${output}`);
    }
    await pause(100);
  }
  return { address, stop: () => stopGroup(child) };
}
