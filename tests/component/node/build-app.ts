import { buildWeb, ownBuild } from '../../../scripts/build-web.mjs';
import { ensureChrome } from '../../../scripts/chrome.mjs';

/** Vitest's global set-up of the component tests: the application as it is deployed, or another build of it; and a browser. */
export default async function buildApp(): Promise<void> {
  await ensureChrome();
  if (ownBuild() === undefined) await buildWeb();
}
