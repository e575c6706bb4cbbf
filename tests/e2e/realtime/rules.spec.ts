import type { PurchaseOrder } from '../../../domain/purchase-orders/purchase-order.ts';
import { askForPdf, events, tapped } from '../support/environment/live.ts';
import type { Wire } from '../support/environment/live.ts';
import { draft } from '../support/data/orders.ts';
import { showId } from '../support/environment/person.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { askedBy, holdTime, passUntil } from '../support/browser/quiet.ts';
import { numberOf, openReview } from '../support/pages/review.ts';

/** The channel is open: the server has let this page in. */
const opened = (wire: Wire) =>
  expect.poll(() => wire.received.some(({ text }) => text.startsWith('40'))).toBe(true);
const saved = (membership: Session, order: PurchaseOrder) =>
  expect(membership.page.getByText(`${numberOf(order)} successfully downloaded.`)).toBeVisible();
const subscriptions = (wire: Wire) => events(wire.sent, 'subscribe_pdf_updates');
/** From here on the page's time is the test's: nothing is given up because the machine is slow. */
const ownTime = ({ page }: Session) => holdTime(page, 10_000);

test('RT-01, RT-02, RT-03, RT-04, RT-09: a PDF is followed over the channel, to the end', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const wire = await tapped(dana.page);
  await dana.page.clock.install();
  await openReview(dana.page, order, 'creator');
  await opened(wire);
  const [address] = wire.addresses;
  expect(address?.pathname).toBe('/socket.io/');
  expect(address?.searchParams.get('transport')).toBe('websocket');
  expect(wire.sent[0]?.text).toBe(`40${JSON.stringify({ userId: dana.api.userId, showId })}`);

  const passes = await ownTime(dana);
  const answered = dana.page.waitForResponse('**/api/reports/pdf/generate**');
  const download = dana.page.waitForEvent('download');
  await askForPdf(dana.page);
  const { data } = (await (await answered).json()) as { data: { taskId: string } };
  await askedBy(dana.page);
  await passes(190);
  expect(subscriptions(wire)).toEqual([]);
  await passes(10);
  await download;
  await saved(dana, order);
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
  const left = () => events(wire.sent, 'unsubscribe_pdf_updates').map((event) => event.data);
  await expect.poll(left).toEqual([{ taskId }]);
});

test('RT-01, RT-08: a WebSocket that does not answer within ten seconds is given up for polling', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
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
  const passes = await ownTime(dana);
  await dana.page.goto(`/po/review/${order.id}/creator`);
  await passUntil(passes, () => sockets > 0);
  await passes(9_900);
  expect([sockets, polls.length]).toEqual([1, 0]);
  // And the pause before it tries again.
  expect(await passUntil(passes, () => polls.length > 0)).toBeLessThan(3_000);
  expect(polls[0]?.url).toContain('transport=polling');
  await passUntil(passes, () => polls.some(({ body }) => body.startsWith('40{"userId"')));
  await dana.page.clock.resume();
  const download = dana.page.waitForEvent('download');
  await askForPdf(dana.page);
  await download;
  await saved(dana, order);
  for (const event of ['subscribe_pdf_updates', 'broadcast_received', 'unsubscribe_pdf_updates'])
    await expect.poll(() => polls.some(({ body }) => body.includes(`42["${event}"`))).toBe(true);
});
