import { startPdfDownload, events, interceptSocket } from '../support/environment/intercept-socket.ts';
import type { Wire } from '../support/environment/intercept-socket.ts';
import { createDraftOrder } from '../support/data/orders.ts';
import { showId } from '../support/environment/person.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { waitForRequests, freezeTime, advanceUntil } from '../support/browser/wait-for-idle.ts';
import { numberOf, openReview } from '../support/pages/review.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** Waits until the server has accepted the connection of this page. */
const waitUntilOpen = (wire: Wire) =>
  expect.poll(() => wire.received.some(({ text }) => text.startsWith('40'))).toBe(true);
const expectSaved = (membership: Session, order: PurchaseOrder) =>
  expect(membership.page.getByText(`${numberOf(order)} successfully downloaded.`)).toBeVisible();
const subscriptions = (wire: Wire) => events(wire.sent, 'subscribe_pdf_updates');
/** Freezes the page's clock, so that no timeout ends because the machine is slow. */
const freezePageTime = ({ page }: Session) => freezeTime(page, 10_000);

test('RT-01, RT-02, RT-03, RT-04, RT-09: the page follows a PDF over the channel and unsubscribes at its end', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await createDraftOrder(dana);
  const wire = await interceptSocket(dana.page);
  await dana.page.clock.install();
  await openReview(dana.page, order, 'creator');
  await waitUntilOpen(wire);
  const [address] = wire.addresses;
  expect(address?.pathname).toBe('/socket.io/');
  expect(address?.searchParams.get('transport')).toBe('websocket');
  expect(wire.sent[0]?.text).toBe(`40${JSON.stringify({ userId: dana.api.userId, showId })}`);

  const advance = await freezePageTime(dana);
  const response = dana.page.waitForResponse('**/api/reports/pdf/generate**');
  const download = dana.page.waitForEvent('download');
  await startPdfDownload(dana.page);
  const { data } = (await (await response).json()) as { data: { taskId: string } };
  await waitForRequests(dana.page);
  await advance(190);
  expect(subscriptions(wire)).toEqual([]);
  await advance(10);
  await download;
  await expectSaved(dana, order);
  const { taskId } = data;
  expect(subscriptions(wire)[0]?.data).toEqual({ taskId });
  expect(events(wire.received, 'subscription_confirmed').map((event) => event.data)).toEqual([{ taskId }]);
  expect(events(wire.received, 'pdf_status_update').at(-1)?.data).toMatchObject({
    taskId,
    status: 'success',
    error: null,
    downloadUrl: expect.stringContaining(`/files/pdf/${taskId}/`),
    fileName: expect.stringMatching(/^PO_.*\.pdf$/),
  });
  expect(events(wire.sent, 'broadcast_received')[0]?.data).toEqual({ taskId });
  const unsubscriptions = () => events(wire.sent, 'unsubscribe_pdf_updates').map((event) => event.data);
  await expect.poll(unsubscriptions).toEqual([{ taskId }]);
});

test('RT-01, RT-08: the page falls back to polling when the WebSocket does not respond within ten seconds', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await createDraftOrder(dana);
  await dana.page.clock.install();
  let sockets = 0;
  await dana.page.routeWebSocket('**/socket.io/**', () => {
    sockets += 1;
  });
  const polls: { url: string; body: string }[] = [];
  dana.page.on('request', (request) => {
    if (!request.url().includes('/socket.io/')) return;
    polls.push({ url: request.url(), body: request.postData() ?? '' });
  });
  const advance = await freezePageTime(dana);
  await dana.page.goto(`/po/review/${order.id}/creator`);
  await advanceUntil(advance, () => sockets > 0);
  await advance(9_900);
  expect([sockets, polls.length]).toEqual([1, 0]);
  // Plus the pause before the retry.
  expect(await advanceUntil(advance, () => polls.length > 0)).toBeLessThan(3_000);
  expect(polls[0]?.url).toContain('transport=polling');
  await advanceUntil(advance, () => polls.some(({ body }) => body.startsWith('40{"userId"')));
  await dana.page.clock.resume();
  const download = dana.page.waitForEvent('download');
  await startPdfDownload(dana.page);
  await download;
  await expectSaved(dana, order);
  for (const event of ['subscribe_pdf_updates', 'broadcast_received', 'unsubscribe_pdf_updates'])
    await expect.poll(() => polls.some(({ body }) => body.includes(`42["${event}"`))).toBe(true);
});
