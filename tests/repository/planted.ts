import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../..');

/** What the compiler and the dead-code check look at. */
export const everything = `
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

/** A folder outside the tree with the rules of this one, in which anything may be broken. */
export class Planted {
  readonly folder = mkdtempSync(join(tmpdir(), 'backlot-house-'));

  /** `withPackages`: the packages are there too; the linter would walk into them. */
  constructor(copied: readonly string[], withPackages = false) {
    for (const path of copied) cpSync(join(repository, path), join(this.folder, path), { recursive: true });
    if (withPackages) symlinkSync(join(repository, 'node_modules'), join(this.folder, 'node_modules'));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** Runs a program of an installed package in the folder. */
  run(program: string, ...args: string[]): Promise<Outcome> {
    const file = join(repository, 'node_modules', program);
    const options = { cwd: this.folder, maxBuffer: 2 ** 26, env: { ...process.env, NO_COLOR: '1' } };
    return new Promise((done) => {
      execFile(process.execPath, [file, ...args], options, (error, out, err) => {
        done({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err });
      });
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Linted {
  code: number;
  rulesOf: (path: string) => string[];
}

/** Lints everything planted; answers the rules that complained, by path. */
export async function lint(planted: Planted, ...options: string[]): Promise<Linted> {
  const { code, output } = await planted.run('oxlint/bin/oxlint', '--format=json', ...options);
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code?: string; filename: string }[] };
  const rulesOf = (path: string) =>
    diagnostics
      .filter((one) => one.filename === path)
      .map((one) => one.code?.replace(/^.*\((.*)\)$/, '$1') ?? '');
  return { code, rulesOf };
}
