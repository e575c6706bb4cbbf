import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const plain = (text: string) => text.replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ');

/** The source of the web and of its texts in the domain, without comments and imports. */
function readSource(): string {
  const files = execFileSync('git', ['ls-files', 'web/src', 'domain'], { encoding: 'utf8' }).split('\n');
  const sources = files.filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  return sources
    .map((file) =>
      readFileSync(file, 'utf8').replaceAll(/\/\*[*\s].*?\*\/|^\s*\/\/[^\n]*|^import .*?;$/gms, ''),
    )
    .join('\n');
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
  // A text begins and ends with its line, a tag or a quote; an expression may follow.
  const isNamed = (name: string) =>
    new RegExp(`(?:^ *|[>'"\`])${RegExp.escape(name)}(?:$|[<'"\`]| ?\\$?\\{)`, 'm').test(source);
  const unknown = texts.flatMap((file) =>
    namesIn(file)
      .filter((name) => !isNamed(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test.each(texts.slice(1))('HELP-02: %s lists its tasks, each with a topic', (file) => {
  const html = readFileSync(file, 'utf8');
  const listed = [...html.matchAll(/<a href="#([\w-]+)">(.*?)<\/a>/gs)].map(([, id, title]) => [id, title]);
  const sections = [...html.matchAll(/<section\b([^>]*)>\s*<h2\b[^>]*>(.*?)<\/h2>/gs)];
  const idOf = (attributes = '') => /\bid="([\w-]+)"/.exec(attributes)?.[1];
  expect(sections.length).toBeGreaterThan(0);
  expect(listed).toEqual(sections.map(([, attributes, title]) => [idOf(attributes), title]));
  for (const [, attributes] of sections) expect(attributes).toContain('data-topic="');
});
