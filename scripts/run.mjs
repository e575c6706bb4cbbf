import { join } from 'node:path';
import { onShutdown } from './processes/on-shutdown.mjs';
import { cacheDir, repository, stateFolder } from './environment.mjs';
import { isWithoutDemo, prepare } from './prepare.mjs';
import { serveMailbox } from './server/mailbox.mjs';
import { freePort } from './server/free-port.mjs';
import { serve } from './server/serve.mjs';
import { demoPassword, signInTable } from './server/demo-accounts.mjs';
import { acquireLock } from './server/state-lock.mjs';

/** Folder in which the local mail service stores attachments. */
const sentFiles = join(repository, 'web/.wrangler/tmp/email');

/**
 * Prepares and serves until it is stopped or the server ends by itself.
 * @param {import('./processes/progress.mjs').Progress} progress
 * @param {{ port: number, documents: number, isEmpty: boolean, verbose: boolean }} options
 * @returns {Promise<number>} the exit code
 */
export async function run(progress, { port, documents, isEmpty, verbose }) {
  if ((await freePort(port)) === null) {
    throw new Error(
      `Port ${port} is taken. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
    );
  }
  const state = stateFolder();
  const release = acquireLock(state);
  const stopping = new Promise((resolve) => {
    onShutdown(() => resolve('asked'));
  });
  try {
    const preparing = prepare(progress, { state, documents, isEmpty });
    if ((await Promise.race([preparing, stopping])) === 'asked') {
      // The builder and the seeder end with this process.
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
    const mailPort = (await freePort(port + 1)) ?? 0;
    const mailbox = await serveMailbox({ product: server.address, files: sentFiles, port: mailPort });
    announce(
      progress.print,
      { address: server.address, mail: mailbox.address, log },
      isEmpty || isWithoutDemo(state) ? administratorCommand() : null,
    );
    const why = await Promise.race([stopping, server.ended]);
    mailbox.stop();
    await server.stop();
    if (why === 'asked') return 0;
    progress.print(
      `The server stopped. Start it again. Its last output (all of it: ${log}):\n${server.logTail()}`,
    );
    return 1;
  } finally {
    release();
  }
}

/** Includes the settings of this run, for another terminal. */
function administratorCommand() {
  const settings = ['PORT', 'BACKLOT_STATE'].flatMap((name) =>
    process.env[name] ? [`${name}=${process.env[name]} `] : [],
  );
  return `${settings.join('')}npm run admin -- you@example.com`;
}

/**
 * @param {(line: string) => void} print
 * @param {{ address: string, mail: string, log: string }} places
 * @param {string | null} firstPerson the command that makes one; null where the demo studio is
 */
function announce(print, { address, mail, log }, firstPerson) {
  const table = signInTable().map((line) => `  ${line}`);
  const whom = firstPerson
    ? `There is no demo studio. The first person, in another terminal:\n\n  ${firstPerson}`
    : `Sign in as one of these, with the password ${demoPassword}\n\n${table.join('\n')}`;
  print(`
Backlot is at ${address}
The e-mails that it sends are at ${mail}

${whom}

Stop with Ctrl-C; the data stays. npm run reset starts anew. Log: ${log}`);
}
