import { buildWeb, ownBuild } from '../../../scripts/build-web.mjs';
import { ensureChrome } from '../../../scripts/chrome.mjs';

/** Vitest's global setup of the component tests: ensures a browser, and builds the application unless one is set. */
export default async function buildApp(): Promise<void> {
  await ensureChrome();
  if (ownBuild() === undefined) await buildWeb();
}
