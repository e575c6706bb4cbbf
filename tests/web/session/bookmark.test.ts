import { beforeAll, expect, test, vi } from 'vitest';
import { bookmarkHeader } from '#domain/http-headers';
import type * as Api from '../../../web/src/api.ts';

const answers = vi.fn<(sent: string | null) => string>();

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

/** The bookmark that the call after a response with this bookmark sends. */
async function bookmarkAfter(bookmark: string): Promise<string | null | undefined> {
  answers.mockReturnValueOnce(bookmark);
  await api.send(new URL('http://backlot.example/api/pos/1'));
  answers.mockReturnValueOnce(bookmark);
  await api.send(new URL('http://backlot.example/api/pos/1'));
  return answers.mock.lastCall?.[0];
}

test('a late response does not replace a newer bookmark; another show starts with its own', async () => {
  expect(await bookmarkAfter('nlite.0 00000002-a-b-c')).toBe('nlite.0 00000002-a-b-c');
  expect(await bookmarkAfter('nlite.0 00000001-a-b-c')).toBe('nlite.0 00000002-a-b-c');
  expect(await bookmarkAfter('nlite.0 00000003-a-b-c')).toBe('nlite.0 00000003-a-b-c');
  expect(await bookmarkAfter('amber.1 00000001-a-b-c')).toBe('amber.1 00000001-a-b-c');
});
