import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';

/** Describes the measuring machine in one line. */
export function machine(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('miniflare'));
  const { version } = JSON.parse(readFileSync(require.resolve('workerd/package.json'), 'utf8')) as {
    version: string;
  };
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${memory} GB, Node ${process.versions.node}, workerd ${version}`;
}
