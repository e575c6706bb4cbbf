import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { unpackFile, unpackTar } from './processes/chrome-archive.mjs';
import { cacheDir as defaultCacheDir, isStarted } from './environment.mjs';

/**
 * Installs Chrome from an npm package to the folder of Miniflare's Browser binding, so that PDFs and browser tests need
 * no installed browser, system library or download. `CHROME_BIN` names another browser to use instead.
 */
const require = createRequire(import.meta.url);

/** The package has an x64 Linux build only; elsewhere Miniflare downloads a Chrome of its own. */
const supported = process.platform === 'linux' && process.arch === 'x64';

/** @param {string} folder where the package `name` lies */
async function packageVersion(folder) {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return String(version);
}

/** @param {string} name */
function packageFolder(name) {
  const entry = realpathSync(require.resolve(name));
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    if (folder.endsWith(join('node_modules', name))) return folder;
  }
  throw new Error(`${name} is not installed: run npm ci`);
}

/** The Chrome version of this Miniflare, which is part of the folder's name. */
async function browserVersion() {
  const source = await readFile(join(packageFolder('miniflare'), 'dist/src/index.js'), 'utf8');
  const version = /\bBROWSER_VERSION = "([\d.]+)"/.exec(source)?.[1];
  if (!version)
    throw new Error('This version of miniflare names no browser version: scripts/chrome.mjs must learn it');
  return version;
}

/** @param {string} cacheDir */
async function installFolder(cacheDir) {
  return join(resolve(cacheDir), '.wrangler', 'chrome', `linux-${await browserVersion()}`);
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Resolves its own folder, since it is also called through symbolic links. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" --no-sandbox --no-zygote --disable-gpu --font-render-hinting=none "$@"
`;

/** The fonts configuration of the package refers to folders of its own platform: text would have no glyphs. */
function fontsConfiguration(/** @type {string} */ folder) {
  const prefer = ['sans-serif', 'serif', 'system-ui', 'Arial', 'Helvetica', 'Inter', 'Times New Roman'];
  const alias = (/** @type {string} */ family) =>
    `  <alias binding="same"><family>${family}</family><accept><family>Open Sans</family></accept></alias>`;
  const escaped = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escaped}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${escaped}/fonts-cache</cachedir>
${prefer.map(alias).join('\n')}
</fontconfig>
`;
}

/**
 * Unpacks to a temporary folder and renames it, so that an interrupted run never leaves a partial browser.
 * @param {string} folder
 * @param {string} versions
 */
async function install(folder, versions) {
  const bin = join(packageFolder('@sparticuz/chromium'), 'bin');
  const fresh = `${folder}.${process.pid}`;
  const inside = join(fresh, 'chrome-linux64');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(inside, { recursive: true });
  await Promise.all([
    unpackFile(join(bin, 'chromium.br'), join(inside, 'chromium')),
    unpackTar(join(bin, 'al2023.tar.br'), inside),
    unpackTar(join(bin, 'fonts.tar.br'), inside),
  ]);
  await writeFile(join(inside, 'fonts.conf'), fontsConfiguration(join(folder, 'chrome-linux64')));
  await complete(fresh, launcher, versions);
  await exchange(fresh, folder);
}

/**
 * Replaces `folder` by `fresh`, by renames only. A browser that another run has installed meanwhile is kept.
 * @param {string} fresh
 * @param {string} folder
 */
async function exchange(fresh, folder) {
  const old = `${fresh}.old`;
  try {
    if (existsSync(folder)) await rename(folder, old);
    await rename(fresh, folder);
  } catch (error) {
    if (!existsSync(join(folder, '.backlot-versions'))) throw error;
  } finally {
    await Promise.all([fresh, old].map((path) => rm(path, { recursive: true, force: true })));
  }
}

/**
 * @param {string} folder
 * @param {string} script what `chrome` runs
 * @param {string} versions
 */
async function complete(folder, script, versions) {
  await mkdir(join(folder, 'chrome-linux64'), { recursive: true });
  await writeFile(join(folder, 'chrome-linux64', 'chrome'), script, { mode: 0o755 });
  await writeFile(join(folder, '.backlot-versions'), versions);
  await writeFile(join(folder, '.miniflare-install-complete'), '');
}

/**
 * Installs a Chrome for the Browser binding under `cacheDir`, which the caller then sets as `XDG_CACHE_HOME`. Takes a
 * few seconds the first time, and milliseconds when it is installed.
 * @param {{ cacheDir?: string }} [options] default: `.cache` of the repository
 * @returns {Promise<string | null>} the executable, or null where Miniflare is left to itself
 */
export async function ensureChrome({ cacheDir = defaultCacheDir } = {}) {
  const own = process.env['CHROME_BIN'];
  if (process.platform !== 'linux' || (!supported && !own)) return null;
  if (own && !existsSync(own)) throw new Error(`CHROME_BIN names a file that is not there: ${own}`);
  const folder = await installFolder(cacheDir);
  const executable = join(folder, 'chrome-linux64', 'chrome');
  const marker = join(folder, '.backlot-versions');
  const source = own ?? `@sparticuz/chromium ${await packageVersion(packageFolder('@sparticuz/chromium'))}`;
  const versions = [source, folder, launcher].join('\n');
  if (existsSync(executable) && existsSync(marker) && (await readFile(marker, 'utf8')) === versions)
    return executable;
  console.log(`Preparing Chrome for PDFs (${source})`);
  if (own) {
    await rm(folder, { recursive: true, force: true });
    await complete(folder, `#!/bin/sh\nexec ${quoted(resolve(own))} --no-sandbox "$@"\n`, versions);
  } else {
    await install(folder, versions);
  }
  return executable;
}

/**
 * Returns the Chrome for browser tests, Playwright's `executablePath`. Undefined where Playwright's own browser is
 * used. Call `ensureChrome` first.
 * @param {{ cacheDir?: string }} [options]
 * @returns {Promise<string | undefined>}
 */
export async function chromePath({ cacheDir = defaultCacheDir } = {}) {
  if (process.env['CHROME_BIN']) return process.env['CHROME_BIN'];
  return supported ? join(await installFolder(cacheDir), 'chrome-linux64', 'chrome') : undefined;
}

if (isStarted(import.meta.url)) {
  const executable = await ensureChrome();
  console.log(executable ?? 'Miniflare fetches its own Chrome on this system');
}
