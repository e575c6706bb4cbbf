import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '../../../scripts/environment.mjs';
import { prepare } from '../../../scripts/prepare.mjs';
import { createProgress } from '../../../scripts/progress.mjs';
import { freePort, serve } from '../../../scripts/serving.mjs';

/** Serves a freshly seeded Backlot with data of its own; what comes back stops it. */
export default async function serveForTests(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['BASE_URL']) return undefined;
  const state = join(cacheDir, 'e2e-state');
  rmSync(state, { recursive: true, force: true });
  await prepare(createProgress(), { state });
  const port = await freePort(0);
  if (port === null) throw new Error('There is no free port');
  const server = await serve({ port, state, log: join(cacheDir, 'e2e.log'), signInsPerMinute: 1000 });
  process.env['BASE_URL'] = server.address;
  return server.stop;
}
