import { mutate, preload } from 'swr';
import type { Arguments } from 'swr';

/**
 * Reads what the page is going to read, before it is drawn: once it is here, the first drawing has it. Whoever draws it asks no more,
 * and is told of a failure.
 */
export async function readFirst<Data>(
  key: Exclude<Arguments, null>,
  read: () => Promise<Data>,
): Promise<void> {
  await mutate(key, await preload(key, read), { revalidate: false });
}
