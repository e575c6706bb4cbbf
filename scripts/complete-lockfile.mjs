/**
 * `npm run lock:platforms`: after a change of packages, completes package-lock.json with the optional packages of other
 * systems that npm omits on this one. `npm ci` rejects a lock file without them, on every system.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './environment.mjs';

const file = join(repository, 'package-lock.json');
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** @param {string} name such as `@oxfmt/binding-linux-arm64-musl` */
function fits(name) {
  const words = name.split(/[/-]/).map((word) => (/^arm(eabi|v)/.test(word) ? 'arm' : word));
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : [];
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) };
}

const lock = JSON.parse(readFileSync(file, 'utf8'));
const isListed = (/** @type {string} */ path, /** @type {string} */ name) =>
  [`${path}/node_modules/${name}`, `node_modules/${name}`].some((place) => place in lock.packages);
const isExact = (/** @type {string} */ version) => /^\d+\.\d+\.\d+[\w.-]*$/.test(version);

/** @type {string[]} */
const added = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isListed(path, name) || !isExact(version)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...fits(name),
      ...(entry.dev && { dev: true }),
      optional: true,
    };
    added.push(`${name} ${version}`);
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([one], [other]) => (one < other ? -1 : 1)),
);
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  added.length > 0 ? `Added to package-lock.json:\n${added.join('\n')}` : 'package-lock.json is complete.',
);
