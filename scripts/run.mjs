import { join } from 'node:path';
import { whenAskedToStop } from './asked-to-stop.mjs';
import { cacheDir, stateFolder } from './environment.mjs';
import { prepare } from './prepare.mjs';
import { freePort, serve } from './serving.mjs';
import { demoPassword, signInTable } from './sign-ins.mjs';
import { hold } from './state-lock.mjs';

/**
 * Prepares, serves, and stays until it is stopped or the server ends by itself.
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ port: number, documents: number, verbose: boolean }} options
 * @returns {Promise<number>} the exit code
 */
export async function run(progress, { port, documents, verbose }) {
  if ((await freePort(port)) === null) {
    throw new Error(
      `Port ${port} is taken. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
    );
  }
  const state = stateFolder();
  const release = hold(state);
  const stopping = new Promise((resolve) => {
    whenAskedToStop(() => resolve('asked'));
  });
  try {
    const preparing = prepare(progress, { state, documents });
    if ((await Promise.race([preparing, stopping])) === 'asked') {
      // Builder and seeder end with this process.
      release();
      process.exit(130);
    }
    const log = join(cacheDir, 'start.log');
    /** @type {Awaited<ReturnType<typeof serve>> | undefined} */
    let server;
    await progress.step('Starting the server', async () => {
      server = await serve({ port, state, log, verbose });
    });
    if (!server) return 1;
    announce(progress.print, server.address, log);
    const why = await Promise.race([stopping, server.ended]);
    await server.stop();
    if (why === 'asked') return 0;
    progress.print(`The server has ended by itself. Its last words (all of them: ${log}):\n${server.said()}`);
    return 1;
  } finally {
    release();
  }
}

/**
 * @param {(line: string) => void} print
 * @param {string} address
 * @param {string} log
 */
function announce(print, address, log) {
  print(`
Backlot is at ${address}

Sign in as one of these, with the password ${demoPassword}

${signInTable()
  .map((line) => `  ${line}`)
  .join('\n')}

Stop with Ctrl-C; the data stays. npm run reset starts anew. Log: ${log}`);
}
