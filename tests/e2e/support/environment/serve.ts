import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, throwAwayFolder } from '../../../../scripts/environment.mjs';
import { prepare } from '../../../../scripts/prepare.mjs';
import { createProgress } from '../../../../scripts/processes/progress.mjs';
import { freePort } from '../../../../scripts/server/free-port.mjs';
import { serve } from '../../../../scripts/server/serve.mjs';
import { openRangeServer } from './breached-passwords.ts';

/** Serves a newly seeded Backlot with data of its own. Returns a function that stops it. */
export default async function serveForTests(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['BASE_URL']) return undefined;
  const state = throwAwayFolder();
  await prepare(createProgress(), { state });
  const port = await freePort(0);
  if (port === null) throw new Error('There is no free port');
  const log = join(cacheDir, 'e2e.log');
  const passwords = await openRangeServer();
  const server = await serve({
    port,
    state,
    log,
    isQuiet: true,
    isFixed: true,
    isUnlimited: true,
    vars: { BREACHED_PASSWORDS_URL: passwords.address },
  });
  process.env['BASE_URL'] = server.address;
  return async () => {
    await server.stop();
    passwords.close();
    rmSync(state, { recursive: true, force: true });
  };
}
