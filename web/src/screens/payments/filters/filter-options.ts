import useSWR from 'swr';
import type { NameSearch } from '#domain/payments/payment';
import { api, ask } from '../../../api.ts';
import { keys, referenceDataOptions } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import type { PaymentFilterSetup } from '#domain/payments/payment-response';

const { search } = api.api.payments;

/** The values of the show's payments for each filter field (PA-14). */
export function useFilterSetup() {
  const { show } = useSession();
  return useSWR<PaymentFilterSetup>(
    keys.lookup(show.id, 'payment-filters'),
    () => ask(search.setup.$get({ query: { showId: show.id } })),
    referenceDataOptions,
  );
}

/** Names in the show's payments that contain the text (PA-13). Throws `ApiError`. */
export function findNames(
  showId: string,
  type: NameSearch,
  text: string,
  signal: AbortSignal,
): Promise<string[]> {
  const call = { param: { type }, query: { search: text, showId } };
  return ask(search[':type'].$get(call, { init: { signal } }));
}
