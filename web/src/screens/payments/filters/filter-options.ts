import useSWR from 'swr';
import type { NameSearch, PaymentFilterSetup } from '#domain/payments/payment';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { referenceDataOptions } from '../../../refresh-interval.ts';
import { useSession } from '../../../session/session.tsx';

const { search } = api.api.payments;

/** PA-14: what the payments of the show have in each field that the filters offer. */
export function useFilterSetup() {
  const { show } = useSession();
  return useSWR<PaymentFilterSetup>(
    keys.lookup(show.id, 'payment-filters'),
    () => ask(search.setup.$get({ query: { showId: show.id } })),
    referenceDataOptions,
  );
}

/** PA-13: names of the show's payments that hold the text. Errors: `ApiError`. */
export function findNames(
  showId: string,
  type: NameSearch,
  text: string,
  signal: AbortSignal,
): Promise<string[]> {
  const call = { param: { type }, query: { search: text, showId } };
  return ask(search[':type'].$get(call, { init: { signal } }));
}
