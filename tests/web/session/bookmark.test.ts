import { beforeAll, expect, test, vi } from 'vitest';
import { bookmarkHeader } from '#domain/http-headers';
import type * as Api from '../../../web/src/api.ts';

const answers = vi.fn<(brought: string | null) => string>();

let api: typeof Api;
beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://backlot.example' });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', (_: unknown, { headers }: { headers: Headers }) =>
    Promise.resolve(
      new Response('', { headers: { [bookmarkHeader]: answers(headers.get(bookmarkHeader)) } }),
    ),
  );
  api = await import('../../../web/src/api.ts');
});

/** What the call after an answer with this bookmark brings along. */
async function after(bookmark: string): Promise<string | null | undefined> {
  answers.mockReturnValueOnce(bookmark);
  await api.send(new URL('http://backlot.example/api/pos/1'));
  answers.mockReturnValueOnce(bookmark);
  await api.send(new URL('http://backlot.example/api/pos/1'));
  return answers.mock.lastCall?.[0];
}

test('an answer that comes late does not lead reads back in time; another show begins with its own', async () => {
  expect(await after('nlite.0 00000002-a-b-c')).toBe('nlite.0 00000002-a-b-c');
  expect(await after('nlite.0 00000001-a-b-c')).toBe('nlite.0 00000002-a-b-c');
  expect(await after('nlite.0 00000003-a-b-c')).toBe('nlite.0 00000003-a-b-c');
  expect(await after('amber.1 00000001-a-b-c')).toBe('amber.1 00000001-a-b-c');
});
