import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { chromePath } from './scripts/chrome.mjs';

const executablePath = await chromePath();

/** The whole product, served and seeded by the global set-up on a free port; `BASE_URL` names one that runs already. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/environment/serve.ts',
  outputDir: '.cache/e2e-results',
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  // For a machine that has a tenth of a core left: how long a test takes decides nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // The server has a core of its own, where there are enough.
  workers: Math.max(2, Math.min(availableParallelism() - 1, 6)),
  use: {
    baseURL: process.env['BASE_URL'] ?? '',
    // Actions, network and console of what failed. Films and copies of the page would cost every test half its time again:
    // `npx playwright test --trace on` has them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    // Nothing waits for, or paints, what only moves.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath && { executablePath }) },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
  ],
});
