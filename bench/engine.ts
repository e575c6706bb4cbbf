import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare, convertV4MiniflareOptions } from 'miniflare';
import { isCountedLocally, localEnvironment, repository } from '../scripts/environment.mjs';
import type { Bundle } from './build.ts';

/** One Worker of a local workerd. */
interface Running {
  bundle: Bundle;
  vars?: Record<string, string>;
  /** Its own port: requests reach the Worker without the proxy of local development. */
  port?: number;
}

interface Engine {
  /** Waits until workerd listens. Returns the URLs of its inspector and of the crons of the first Worker. */
  ready: () => Promise<{ inspector: URL; crons: URL }>;
  stop: () => Promise<void>;
}

/** Starts Workers with the bindings of their configurations in one workerd, on the databases in `state`. */
export async function startEngine(state: string, workers: readonly Running[]): Promise<Engine> {
  Object.assign(process.env, localEnvironment());
  const options = await Promise.all(workers.map(optionsOf));
  const instance = new Miniflare(
    convertV4MiniflareOptions({
      workers: options,
      cf: false,
      inspectorPort: 0,
      resourcePersistencePath: join(state, 'v3'),
      unsafeTriggerHandlers: true,
    }),
  );
  return {
    async ready() {
      const entry = await instance.ready;
      return {
        inspector: await instance.getInspectorURL(),
        crons: new URL('/cdn-cgi/local/scheduled', entry),
      };
    },
    stop: () => instance.dispose(),
  };
}

async function optionsOf({ bundle, vars, port }: Running) {
  const { unstable_getMiniflareWorkerOptions: read } = await import('wrangler');
  const { workerOptions } = read(join(repository, bundle.config));
  const limits = Object.entries(workerOptions.ratelimits ?? {});
  const fonts = readdirSync(bundle.folder).filter((name) => name.endsWith('.woff2'));
  return {
    ...workerOptions,
    name: bundle.name,
    bindings: Object.assign({}, workerOptions.bindings, vars),
    ratelimits: Object.fromEntries(limits.filter(([name]) => isCountedLocally(name))),
    modulesRoot: bundle.folder,
    modules: [
      { type: 'ESModule' as const, path: join(bundle.folder, 'index.js') },
      ...fonts.map((name) => ({
        type: 'Data' as const,
        path: join(bundle.folder, name),
        contents: readFileSync(join(bundle.folder, name)),
      })),
    ],
    ...(port === undefined ? {} : { unsafeDirectSockets: [{ host: '127.0.0.1', port }] }),
  };
}
