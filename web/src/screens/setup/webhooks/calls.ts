import useSWR from 'swr';
import type { EndpointDraft } from '#domain/webhooks/webhook';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { usePagesBefore } from '../use-pages-before.ts';

const webhooks = api.api.webhooks;
const endpointApi = webhooks[':id'];

const read = (showId: string) => ask(webhooks.$get({ query: { showId } }));
const readLog = (id: string, query: { before?: string }) =>
  ask(endpointApi.deliveries.$get({ param: { id }, query }));

/** An endpoint that receives the events of the open show. */
export type Endpoint = Awaited<ReturnType<typeof read>>[number];
type LogPage = Awaited<ReturnType<typeof readLog>>;
export type Delivery = LogPage['deliveries'][number];

export function useEndpoints() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'webhooks'), () => read(show.id));
}

/** Refresh intervals. Shorter while a delivery is pending, so that a test shows up soon. */
const refreshMs = { calm: 15_000, moving: 3000 };

/** Whether the delivery is pending and not waiting for a retry. */
export function isDeliveryPending({ state, error }: Delivery): boolean {
  return state === 'WAITING' && error === null;
}

function isMoving(pages: readonly LogPage[] | undefined): boolean {
  return pages?.some((page) => page.deliveries.some(isDeliveryPending)) ?? false;
}

/** The deliveries to an endpoint, newest first, in pages. Each refresh also refreshes the state of the endpoint. */
export function useDeliveries(id: string) {
  const { mutate } = useEndpoints();
  return usePagesBefore<LogPage>(
    ['deliveries', id],
    ({ deliveries }) => deliveries.at(-1)?.id,
    ({ before }) => readLog(id, before === undefined ? {} : { before }),
    {
      refreshInterval: (pages) => (isMoving(pages) ? refreshMs.moving : refreshMs.calm),
      revalidateAll: true,
      onSuccess: () => void mutate(),
    },
  );
}

/** Changes of endpoints. All throw `ApiError`; a rejected address has the reason in `text`. */
export function addEndpoint(showId: string, json: EndpointDraft) {
  return ask(webhooks.$post({ query: { showId }, json }));
}

export function changeEndpoint(id: string, json: EndpointDraft) {
  return ask(endpointApi.$put({ param: { id }, query: {}, json }));
}

export function removeEndpoint(id: string) {
  return ask(endpointApi.$delete({ param: { id }, query: {} }));
}

/** `secretSince` is the creation time of the secret that the user saw. */
export function rollSecret(id: string, secretSince: string) {
  return ask(endpointApi.secret.$post({ param: { id }, query: {}, json: { secretSince } }));
}

export function sendTest(id: string) {
  return ask(endpointApi.test.$post({ param: { id }, query: {} }));
}

export function sendAgain(id: string, deliveryId: string) {
  return ask(endpointApi.deliveries[':deliveryId'].$post({ param: { id, deliveryId }, query: {} }));
}
