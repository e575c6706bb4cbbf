import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const plain = (text: string) => text.replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ');

/** The source of the web and of its texts in the domain, on one line. */
function readSource(): string {
  const files = execFileSync('git', ['ls-files', 'web/src', 'domain'], { encoding: 'utf8' }).split('\n');
  const sources = files.filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  return plain(sources.map((file) => readFileSync(file, 'utf8')).join(' '));
}

/** The names of buttons, fields and pages in a text of the help, without the number of a line. */
function namesIn(file: string): string[] {
  const names = [...readFileSync(file, 'utf8').matchAll(/<b>(.*?)<\/b>/gs)].map(([, name = '']) =>
    plain(name),
  );
  return names.map((name) => name.trim().replace(/ \d+$/, ''));
}

const folder = 'web/public/guide';
const texts = ['web/public/faq.html'].concat(
  readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${folder}/${name}`),
);

test('HELP-03: what the help names in bold is in the product', () => {
  const source = readSource();
  const isNamed = (name: string) =>
    ['>', "'", '"', '`', ' '].some((before) => source.includes(`${before}${name}`));
  const unknown = texts.flatMap((file) =>
    namesIn(file)
      .filter((name) => !isNamed(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
