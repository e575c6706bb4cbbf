import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { secretsIn, withSecretsFile } from '../../../scripts/deployment/secrets-file.mjs';
import { repository } from '../repository-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'backlot-test-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'secrets');
function read(text: string) {
  writeFileSync(file, text);
  return secretsIn(file);
}

describe('the secrets of a file', () => {
  test('a value of a .env file is read literally', () => {
    expect(read("A=pa$word\nB=${HOME}\nC=x # a remark\nexport D='a#b'\nE=\n# F=1\n")).toEqual({
      A: 'pa$word',
      B: '${HOME}',
      C: 'x',
      D: 'a#b',
      E: '',
    });
  });

  test.each(['A=pa#word', ' export A = x#y # z', 'B=1\nA=a b#c'])(
    '%j is refused, because the text after # would be lost',
    (text) => {
      expect(() => read(text)).toThrow('A of the secrets file has a #: put its value into quotes.');
    },
  );

  test('a value of a JSON file must be a text', () => {
    expect(read('{ "A": "pa$word#1" }')).toEqual({ A: 'pa$word#1' });
    expect(() => read('{ "A": "a", "B": null }')).toThrow('B of the secrets file is not a text.');
  });

  test('a missing file, and a JSON file with an error, are named, without what is in it', () => {
    expect(() => secretsIn(`${file}.env`)).toThrow(`There is no secrets file ${file}.env.`);
    expect(() => read('{ "A": "pa$word" "B" }')).toThrow(
      new Error(`The secrets file ${file} is not valid JSON.`),
    );
  });
});

describe('the file that wrangler gets', () => {
  test('the file is readable only by its owner and removed afterwards', async () => {
    const given = await withSecretsFile({ A: 'pa$word' }, async (path) => {
      expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ A: 'pa$word' });
      expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
      return path;
    });
    expect(() => statSync(dirname(given))).toThrow('ENOENT');
  });

  test('the file is removed after a failure', async () => {
    let given = '';
    const failed = withSecretsFile({ A: 'a' }, async (path) => {
      given = path;
      throw new Error('no network');
    });
    await expect(failed).rejects.toThrow('no network');
    expect(() => statSync(dirname(given))).toThrow('ENOENT');
  });

  test('the file is removed when the deployment is stopped', async () => {
    const script = `
      import { withSecretsFile } from '${join(repository, 'scripts/deployment/secrets-file.mjs')}';
      await withSecretsFile({ A: 'a' }, () => new Promise(() => { setInterval(() => {}, 1000); console.log('there'); }));`;
    const inside = mkdtempSync(join(folder, 'stopped-'));
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, TMPDIR: inside },
    });
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    expect(readdirSync(inside)).toHaveLength(1);
    child.kill('SIGTERM');
    await ended;
    expect(readdirSync(inside)).toEqual([]);
  });
});
