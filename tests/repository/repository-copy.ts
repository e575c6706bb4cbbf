import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../..');

/** The files that the compiler and the dead-code check read. */
export const checkedFiles = `
  package.json knip.json .oxfmtrc.json wrangler.toml vitest.config.ts playwright.config.ts worker-configuration.d.ts
  tsconfig.json tsconfig.base.json tsconfig.worker.json tsconfig.web.json tsconfig.node.json
  domain functions queues durable-objects sandbox demo scripts tests
  web/src web/functions web/package.json web/vite.config.ts web/index.html web/wrangler.toml
`
  .trim()
  .split(/\s+/);

export interface Outcome {
  code: number;
  output: string;
}

/** A temporary copy of the repository's configuration and files, in which tests may break anything. */
export class RepositoryCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'backlot-house-'));

  /** `withPackages`: links node_modules too, which the linter would walk into. */
  constructor(copied: readonly string[], withPackages = false) {
    for (const path of copied) cpSync(join(repository, path), join(this.folder, path), { recursive: true });
    if (withPackages) symlinkSync(join(repository, 'node_modules'), join(this.folder, 'node_modules'));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** Runs a program of an installed package in the copy. */
  run(program: string, ...args: string[]): Promise<Outcome> {
    const file = join(repository, 'node_modules', program);
    const options = { cwd: this.folder, maxBuffer: 2 ** 26, env: { ...process.env, NO_COLOR: '1' } };
    return new Promise((finish) => {
      execFile(process.execPath, [file, ...args], options, (error, out, err) => {
        finish({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err });
      });
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface LintResult {
  code: number;
  rulesOf: (path: string) => string[];
}

/** Lints the copy. Returns the rules that reported an error, by path. */
export async function lint(copy: RepositoryCopy, ...options: string[]): Promise<LintResult> {
  const { code, output } = await copy.run('oxlint/bin/oxlint', '--format=json', ...options);
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code?: string; filename: string }[] };
  const rulesOf = (path: string) =>
    diagnostics
      .filter((one) => one.filename === path)
      .map((one) => one.code?.replace(/^.*\((.*)\)$/, '$1') ?? '');
  return { code, rulesOf };
}
