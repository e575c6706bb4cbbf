import { buildWeb } from '../../../scripts/build-web.mjs';
import { ensureChrome } from '../../../scripts/chrome.mjs';

/** Vitest's global set-up of the component tests: the application as it is deployed, and a browser. */
export default async function buildApp(): Promise<void> {
  await ensureChrome();
  await buildWeb();
}
