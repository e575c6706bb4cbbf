import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../repository-copy.ts';

/** Runs a script as `npm run` does. */
function run(command: string, script: string, options: string[], taken: Record<string, string>) {
  const env = { ...process.env, npm_lifecycle_event: command, ...taken };
  const { status, stderr } = spawnSync(process.execPath, [join(repository, script), ...options], { env });
  return { status, error: stderr.toString() };
}

test.each([
  ['deploy', 'dry-run', []],
  ['admin', 'remote', ['you@example.com']],
  ['restore', 'remote', []],
  ['start', 'empty', []],
])(
  'npm run %s refuses to run without the option --%s that npm took for itself',
  (command, option, options) => {
    const taken = { [`npm_config_${option.replaceAll('-', '_')}`]: 'true' };
    const { status, error } = run(command, `scripts/${command}.mjs`, options, taken);
    expect(status).toBe(1);
    expect(error).toContain(`npm run ${command} -- --${option}`);
  },
);

test('an unknown option, and a word too many, are refused with the place of the options', () => {
  for (const option of ['--secret-file=x', 'check'])
    expect(run('deploy', 'scripts/deploy.mjs', [option], {})).toEqual({
      status: 1,
      error: expect.stringContaining('Options come after --: npm run deploy -- --option value') as string,
    });
});

test('a deployment file that is no JSON is named', () => {
  const { status, error } = run('deploy', 'scripts/deploy.mjs', ['--config', 'README.md'], {
    INIT_CWD: repository,
  });
  expect(status).toBe(1);
  expect(error).toContain('README.md is not valid JSON:');
});
