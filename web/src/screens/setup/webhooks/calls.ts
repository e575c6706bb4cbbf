import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { EndpointDraft } from '#domain/webhooks/webhook';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';

const webhooks = api.api.webhooks;
const one = webhooks[':id'];

const read = (showId: string) => ask(webhooks.$get({ query: { showId } }));
const readLog = (id: string, before: string | null) =>
  ask(one.deliveries.$get({ param: { id }, query: before === null ? {} : { before } }));

/** Where events of the open show are sent. */
export type Endpoint = Awaited<ReturnType<typeof read>>[number];
type LogPage = Awaited<ReturnType<typeof readLog>>;
export type Delivery = LogPage['deliveries'][number];

export function useEndpoints() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'webhooks'), () => read(show.id));
}

/** While somebody looks; while something is on its way sooner, so that a test is seen to arrive. */
const everyMs = { calm: 15_000, moving: 3000 };

/** On its way, and not at rest before its next try. */
export function isOnItsWay({ state, error }: Delivery): boolean {
  return state === 'WAITING' && error === null;
}

function isMoving(pages: readonly LogPage[] | undefined): boolean {
  return pages?.some((page) => page.deliveries.some(isOnItsWay)) ?? false;
}

/** The deliveries to an endpoint, newest first, page by page; how it fares by them is read again with them. */
export function useDeliveries(id: string) {
  const { show } = useSession();
  const { mutate } = useEndpoints();
  return useSWRInfinite(
    (index: number, previous: LogPage | null) => {
      if (previous && !previous.hasMore) return null;
      const before = index === 0 ? '' : (previous?.deliveries.at(-1)?.id ?? '');
      return keys.managed(show.id, 'deliveries', id, before);
    },
    (key) => readLog(id, String(key.at(-1) ?? '') || null),
    {
      refreshInterval: (pages) => (isMoving(pages) ? everyMs.moving : everyMs.calm),
      revalidateAll: true,
      onSuccess: () => void mutate(),
    },
  );
}

/** What may be done with them. All throw `ApiError`; an address that is refused says why in `text`. */
export function addEndpoint(showId: string, json: EndpointDraft) {
  return ask(webhooks.$post({ query: { showId }, json }));
}

export function changeEndpoint(id: string, json: EndpointDraft) {
  return ask(one.$put({ param: { id }, query: {}, json }));
}

export function removeEndpoint(id: string) {
  return ask(one.$delete({ param: { id }, query: {} }));
}

/** `secretSince` is that of the secret that was seen. */
export function rollSecret(id: string, secretSince: string) {
  return ask(one.secret.$post({ param: { id }, query: {}, json: { secretSince } }));
}

export function sendTest(id: string) {
  return ask(one.test.$post({ param: { id }, query: {} }));
}

export function sendAgain(id: string, deliveryId: string) {
  return ask(one.deliveries[':deliveryId'].$post({ param: { id, deliveryId }, query: {} }));
}
