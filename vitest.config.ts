import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromePath, ensureChrome } from './scripts/chrome.mjs';
import { cacheDir } from './scripts/environment.mjs';
import { commands } from './tests/component/node/commands.ts';
import { serveApp } from './tests/component/node/serve-app.ts';
import { migratedSchema } from './tests/support/migrated-schema.ts';

/** For a machine that has a tenth of a core left: how long a test takes decides nothing. */
const timeouts = { testTimeout: 180_000, hookTimeout: 180_000 };
/** Of `expect.poll`, whose default of a second a busy machine exceeds. */
const expectTimeouts = { poll: { timeout: 60_000 } };

// The Browser binding looks for its Chrome here, also in a run of single files.
process.env['XDG_CACHE_HOME'] = cacheDir;
await ensureChrome();
const executablePath = await chromePath();
/**
 * Each test has a new frame, whose code runs too briefly to repay what optimizing it costs. Later frames run code that
 * earlier ones compiled, and small young generations would be collected several times per frame.
 */
const scriptFlags = [
  '--always-sparkplug',
  '--no-turbofan',
  '--no-maglev',
  '--no-flush-bytecode',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
].join(' ');
/** Large enough for the frames in which component tests open the application. */
const screen = { width: 1600, height: 1000 };

const schemaOf = async (folder: string) => migratedSchema(await readD1Migrations(folder));

/** Pure rules run in Node; what touches a binding runs in real workerd with the real migrations. */
export default defineConfig({
  test: {
    tags: [{ name: 'long', description: 'Runs only with `npm run test:all`.' }],
    // A worker and its workerd wait for each other: the pair keeps one core busy. Vitest's own measure, one fewer than cores,
    // leaves a core idle; one more than cores costs its start, some five seconds of CPU, and has nowhere to run.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        // web/package.json hides the root's "imports" from web/src.
        resolve: { alias: [{ find: /^#domain\/(.*)$/, replacement: `${import.meta.dirname}/domain/$1.ts` }] },
        test: {
          name: 'domain',
          include: ['tests/domain/**/*.test.ts', 'tests/web/**/*.test.ts'],
          setupFiles: ['./tests/support/fresh-modules.ts'],
          isolate: false,
          ...timeouts,
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // The accounting sandbox's own books, which the product's Worker has no binding for, and a shard before its upgrade.
              d1Databases: ['LEDGER', 'EARLIER'],
              bindings: {
                DIRECTORY_SCHEMA: await schemaOf('./migrations/directory'),
                SHOW_SCHEMA: await schemaOf('./migrations/show'),
                SANDBOX_SCHEMA: await schemaOf('./sandbox/migrations'),
                SHOW_MIGRATIONS: await readD1Migrations('./migrations/show'),
                SHOW_OF_0022: readFileSync('./tests/support/worker/show-of-0022.sql', 'utf8'),
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          include: ['tests/functions/**/*.test.ts', 'tests/queues/**/*.test.ts'],
          setupFiles: ['./tests/support/worker/reset.ts'],
          // Starting workerd takes longer than most files: the set-up file undoes what the file before has left.
          isolate: false,
          expect: expectTimeouts,
          ...timeouts,
        },
      },
      {
        // Stock clients in Node against workerd, over real sockets.
        resolve: { alias: [{ find: /^#domain\/(.*)$/, replacement: `${import.meta.dirname}/domain/$1.ts` }] },
        test: {
          name: 'sockets',
          include: ['tests/durable-objects/**/*.test.ts'],
          expect: expectTimeouts,
          ...timeouts,
        },
      },
      {
        // The built application in frames of a real browser, its calls answered by fixtures.
        plugins: [serveApp()],
        resolve: { alias: [{ find: /^#domain\/(.*)$/, replacement: `${import.meta.dirname}/domain/$1.ts` }] },
        // A dependency that is found late reloads the page under a running test.
        optimizeDeps: { include: ['@sinonjs/fake-timers', 'valibot'] },
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.ts'],
          globalSetup: './tests/component/node/build-app.ts',
          // One page serves all files of a worker; each test opens the application in a frame of its own.
          isolate: false,
          // A page waits half of its time, for a pause in what is typed or for a frame: a third one fills two cores.
          maxWorkers: Math.max(3, availableParallelism()),
          expect: { poll: { timeout: 15_000, interval: 20 } },
          // After the others: a browser beside the workerd processes would leave none of them a core.
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              actionTimeout: 15_000,
              launchOptions: {
                args: [`--js-flags=${scriptFlags}`],
                ...(executablePath && { executablePath }),
              },
              // Nothing waits for, or paints, what only moves.
              contextOptions: { viewport: screen, reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: screen,
            // As in Playwright: a name is part of what is looked for.
            locators: { exact: false },
            screenshotFailures: false,
            commands,
          },
          ...timeouts,
        },
      },
      {
        // The rules of the house, each broken on purpose; and the two commands.
        test: {
          name: 'house',
          include: ['tests/repository/**/*.test.ts'],
          expect: expectTimeouts,
          ...timeouts,
        },
      },
    ],
  },
});
