import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../repository-copy.ts';
import type { Account } from '../../support/cloudflare/account.ts';

export type Operator = ReturnType<typeof openOperator>;

/** An operator of the fake account, who keeps `deployment.json` and the secrets in a folder. */
export function openOperator(account: Pick<Account, 'environment'>, folder: string) {
  const file = join(folder, 'deployment.json');

  /** Runs a command of the repository with that file. */
  const run = async (script: string, options: readonly string[], variables: Record<string, string> = {}) => {
    const command = [join(repository, `scripts/${script}.mjs`), '--config', file, ...options];
    const env = { ...process.env, ...account.environment, ...variables };
    const child = spawn(process.execPath, command, { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()));
    const code = await new Promise((resolve) => {
      child.once('close', resolve);
    });
    return { code, output };
  };

  return {
    run,
    deploy: (deployment: object, options: readonly string[] = [], variables: Record<string, string> = {}) => {
      writeFileSync(file, JSON.stringify(deployment));
      return run('deploy', options, variables);
    },
    /** The option that names the file with these secrets. */
    secretsFile: (identity: string, accounting: string): string[] => {
      const secrets = join(folder, 'secrets.env');
      // The last one is not needed, and must not be set.
      writeFileSync(
        secrets,
        `IDENTITY_SECRET=${identity}\nACCOUNTING_SECRET=${accounting}\nPEOPLE_DIRECTORY_SECRET=a-third\nOIDC_CLIENT_SECRET=\n`,
      );
      return ['--secrets-file', secrets];
    },
  };
}
