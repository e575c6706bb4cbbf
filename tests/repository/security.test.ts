import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { staticHeadersFile } from '../../functions/middleware/security-headers.ts';
import { repository } from './repository-copy.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const security = read('docs/security-asvs.md');

/** Sections of ASVS 5.0.0 with their number of requirements of levels 1 and 2, which come first. */
const sections = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  17.1:1 17.2:4 17.3:2
`;
const requirements = sections
  .trim()
  .split(/\s+/)
  .flatMap((one) => {
    const [section = '', count] = one.split(':');
    return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`);
  });
const verdictKinds = ['holds', 'not held', 'does not apply', 'of the platform'] as const;

/** Errors in a page about the standard. */
function errorsIn(text: string): string[] {
  // A row names one requirement, or the first and the last of several: `1.2.6-7`.
  const tableRow = /^\| (\d+\.\d+)\.(\d+)(?:-(\d+))? \| (.*) \| (.*) \|$/gm;
  const rows = [...text.matchAll(tableRow)].flatMap(
    ([, section = '', first = '', last = first, reason = '', cell = '']) => {
      // The last cell is the evidence of a requirement that holds, or another verdict.
      const isHeld = cell.trim() === '' || cell.startsWith('`');
      const verdict = isHeld ? 'holds' : cell;
      const evidence = isHeld ? cell.trim() : '';
      const count = Number(last) - Number(first) + 1;
      const parts = reason.split('; ');
      // One text for each requirement, or one for all.
      const reasonOf = (index: number) => (parts.length === count ? (parts[index] ?? '') : '');
      return Array.from({ length: count }, (_, index) => ({
        number: `${section}.${Number(first) + index}`,
        reason: count === 1 || parts.length === 1 ? reason : reasonOf(index),
        verdict,
        evidence,
      }));
    },
  );
  const numbers = new Set(rows.map(({ number }) => number));
  const errors = requirements.filter((one) => !numbers.has(one)).map((one) => `${one} has no verdict`);
  if (numbers.size !== rows.length) errors.push('a number stands twice');
  for (const { number, reason, verdict, evidence } of rows) {
    const verdictKind = verdictKinds.find((one) => verdict === one || verdict.startsWith(`${one}: `));
    if (!requirements.includes(number)) errors.push(`${number} is none of levels 1 and 2`);
    if (!verdictKind || reason === '') errors.push(`${number} says nothing`);
    if (verdictKind === 'holds' && evidence === '') errors.push(`${number} holds by nothing`);
    if (verdictKind !== 'holds' && verdict === verdictKind) errors.push(`${number} says no reason`);
  }
  const counted = verdictKinds.map((one) => rows.filter(({ verdict }) => verdict.startsWith(one)).length);
  const [holds, not, none, platform] = counted;
  const sum = `Of ${rows.length}: ${holds} hold, ${platform} are Cloudflare's, ${none} do not apply, ${not} are not held.`;
  if (!text.includes(sum)) errors.push(`the sum should be "${sum}"`);
  const files = [...text.matchAll(/`((?:tests|docs|stress|scripts)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  errors.push(...files.filter((path) => !existsSync(join(repository, path))).map((path) => `no ${path}`));
  return errors;
}

describe('docs/security-asvs.md', () => {
  test('each of the 253 requirements has a verdict with its reason, and the named files exist', () => {
    expect(requirements).toHaveLength(253);
    expect(errorsIn(security)).toEqual([]);
  });

  test.each([
    ['a row left out', /^\| 6\.2\.4 .*\n/m, '', '6.2.4 has no verdict'],
    [
      'a verdict without a reason',
      /^(\| 6\.2\.4 \| [^|]*\|)[^|]*\|/m,
      '$1 not held |',
      '6.2.4 says no reason',
    ],
    [
      'a test that is gone',
      /tests\/functions\/identity\/lockout\.test\.ts/,
      'tests/functions/none.test.ts',
      'no tests/functions/none.test.ts',
    ],
    [
      'a fulfilled requirement without evidence',
      /^(\| 3\.3\.3 \|.*\| )[^|]*\|$/m,
      '$1 |',
      '3.3.3 holds by nothing',
    ],
  ])('finds %s', (_, from, to, fault) => {
    expect(errorsIn(security.replace(from, to))).toContain(fault);
  });
});

describe('the pages that are served as files', () => {
  const headers = staticHeadersFile('/faq.html');
  const policy = /Content-Security-Policy: (.*)/.exec(headers)?.[1] ?? '';
  const directive = (name: string) => new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)?.[1];

  test('DEC-148: the policy allows only scripts, styles, connections and frames of our own origin', () => {
    expect(directive('script-src')).toBe("'self' 'wasm-unsafe-eval'");
    expect(directive('frame-src')).toBe("'self'");
    expect(policy).not.toContain('unsafe-inline');
    expect(directive('connect-src')).toBe("'self'");
    expect(directive('object-src')).toBe("'none'");
    expect(directive('base-uri')).toBe("'none'");
    expect(directive('form-action')).toBe("'self'");
    expect(directive('frame-ancestors')).toBe("'self'");
    expect(headers).toContain('Strict-Transport-Security: max-age=31536000; includeSubDomains');
    expect(headers).toContain('X-Content-Type-Options: nosniff');
    expect(headers).toContain('Referrer-Policy: same-origin');
  });

  test.each([
    ['https://help.example.com/backlot/faq?x=1', "'self' https://help.example.com"],
    ['/questions.html', "'self'"],
  ])('DEC-148: with the help page %s the policy allows frames of %s', (faqUrl, origins) => {
    expect(/frame-src ([^;]*)/.exec(staticHeadersFile(faqUrl))?.[1]).toBe(origins);
  });

  test('DEC-148: the policy has the hashes of the style elements that react-aria adds', () => {
    const source = ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs']
      .map((path) => read(`node_modules/react-aria/dist/private/${path}`))
      .join('\n');
    const texts = [...source.matchAll(/style\.textContent = `([^`]*)`\.trim\(\)/g)].map(([, text = '']) =>
      text.replace(/\$\{[^}]*PRESSABLE_ATTRIBUTE\}/, 'data-react-aria-pressable').trim(),
    );
    const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(hashes.length).toBe(2);
    expect(directive('style-src')).toBe(["'self'", ...hashes].join(' '));
  });

  test('DEC-141: Pages calls its function for the paths that the function handles, and for no static file', () => {
    const { include } = JSON.parse(read('web/public/_routes.json')) as { include: string[] };
    const source = read('web/functions/[[path]].ts');
    const handled = [...source.matchAll(/^const \w+Paths = \/\^\\\/\(?([^()]+?)\)?\(\\\/\|\$\)\/;$/gm)]
      .flatMap(([, names = '']) => names.replaceAll('\\', '').split('|'))
      .map((name) => `/${name}/*`);
    expect(handled).toContain('/socket.io/*');
    expect(include.toSorted()).toEqual(handled.toSorted());
    const files = [...readdirSync(join(repository, 'web/public')), 'assets', 'index.html'];
    expect(files.filter((name) => handled.includes(`/${name}/*`))).toEqual([]);
  });

  test.each(['web/index.html', 'web/public/faq.html'])('%s has no inline script or handler', (path) => {
    const html = read(path);
    expect(html).toMatch(/<script/);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/i);
    expect(html).not.toMatch(/<[^>]*\son[a-z]+\s*=/i);
    expect(html).not.toMatch(/javascript:/i);
  });
});
