import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';

/** Only the route below answers on this origin. */
const origin = 'https://widgets.test';
const entry = fileURLToPath(new URL('../../../web/parts/widgets-page.tsx', import.meta.url));
const configFile = fileURLToPath(new URL('../../../../web/vite.config.ts', import.meta.url));

type Files = ReadonlyMap<string, string | Uint8Array>;

async function buildPage(): Promise<Files> {
  const options = { write: false, minify: false, rolldownOptions: { input: entry } };
  const result = await build({ configFile, configLoader: 'native', logLevel: 'silent', build: options });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((bundle) =>
    'output' in bundle ? bundle.output : [],
  );
  return new Map(outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}

let cachedBuild: Promise<Files> | null = null;

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };

function htmlOf(files: Files): string {
  const names = [...files.keys()];
  const styles = names
    .filter((name) => name.endsWith('.css'))
    .map((name) => `<link rel="stylesheet" href="/${name}">`);
  const script = names.find((name) => /widgets-page.*\.js$/.test(name)) ?? '';
  return `<!doctype html><html lang="en"><head><title>Widgets</title>${styles.join('')}</head><body><div id="root"></div><script type="module" src="/${script}"></script></body></html>`;
}

/** Opens `tests/web/parts/widgets-page.tsx`, built from the product's own parts, at this path. */
export async function openWidgets(tab: Page, path: string): Promise<void> {
  cachedBuild ??= buildPage();
  const files = await cachedBuild;
  await tab.route(`${origin}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const file = files.get(name);
    if (file === undefined) return route.fulfill({ contentType: 'text/html', body: htmlOf(files) });
    const contentType = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return route.fulfill({ contentType, body: Buffer.from(file) });
  });
  await tab.goto(origin + path);
}
