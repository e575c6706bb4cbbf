import { mutate, preload } from 'swr';
import type { Arguments } from 'swr';

/**
 * Fills the SWR cache before the first render, so that the page renders with data. The component that uses the key
 * sends no second request and reports a failure.
 */
export async function preloadData<Data>(
  key: Exclude<Arguments, null>,
  read: () => Promise<Data>,
): Promise<void> {
  await mutate(key, await preload(key, read), { revalidate: false });
}
