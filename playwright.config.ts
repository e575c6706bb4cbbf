import { defineConfig, devices } from '@playwright/test';
import { chromePath } from './scripts/chrome.mjs';

const executablePath = await chromePath();

/** The whole product, served and seeded by the global set-up on a free port; `BASE_URL` names one that runs already. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/serve.ts',
  outputDir: '.cache/e2e-results',
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  workers: 3,
  use: {
    baseURL: process.env['BASE_URL'] ?? '',
    // Without a film of every test: its frames alone took a third of the time of all.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath && { executablePath }) },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
  ],
});
