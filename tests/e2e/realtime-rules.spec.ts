import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { askForPdf, events, madeUpTask, tapped, withoutChannel, withoutWebSocket } from './support/live.ts';
import type { Wire } from './support/live.ts';
import { draft } from './support/orders.ts';
import { showId } from './support/person.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { numberOf, openReview } from './support/review.ts';

/** The channel is open: the server has let this page in. */
const opened = (wire: Wire) =>
  expect.poll(() => wire.received.some(({ text }) => text.startsWith('40'))).toBe(true);
const saved = (seat: Seat, order: PurchaseOrder) =>
  expect(seat.page.getByText(`${numberOf(order)} successfully downloaded.`)).toBeVisible();
/** Milliseconds between each and the next. */
const gaps = (times: readonly number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));

test('RT-01, RT-02, RT-03, RT-04, RT-09: a PDF is followed over the channel, to the end', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const wire = await tapped(dana.page);
  await openReview(dana.page, order, 'creator');
  await opened(wire);
  const [address] = wire.addresses;
  expect(address?.pathname).toBe('/socket.io/');
  expect(address?.searchParams.get('transport')).toBe('websocket');
  expect(wire.sent[0]?.text).toBe(`40${JSON.stringify({ userId: dana.api.userId, showId })}`);

  const answered = dana.page.waitForResponse('**/api/reports/pdf/generate**');
  const download = dana.page.waitForEvent('download');
  await askForPdf(dana.page);
  const { data } = (await (await answered).json()) as { data: { taskId: string } };
  const startedAt = Date.now();
  await download;
  await saved(dana, order);
  const { taskId } = data;
  const [subscribed] = events(wire.sent, 'subscribe_pdf_updates');
  expect(subscribed?.data).toEqual({ taskId });
  // It waits 200 ms; the clocks of page and test read a little apart.
  expect((subscribed?.at ?? 0) - startedAt).toBeGreaterThanOrEqual(100);
  expect(events(wire.received, 'subscription_confirmed').map((event) => event.data)).toEqual([{ taskId }]);
  expect(events(wire.received, 'pdf_status_update').at(-1)?.data).toMatchObject({
    taskId,
    status: 'success',
    error: null,
    downloadUrl: expect.stringContaining(`/files/pdf/${taskId}/`),
    fileName: expect.stringMatching(/^PO_.*\.pdf$/),
  });
  expect(events(wire.sent, 'broadcast_received')[0]?.data).toEqual({ taskId });
  expect(events(wire.sent, 'unsubscribe_pdf_updates').map((event) => event.data)).toEqual([{ taskId }]);
});

test('RT-09: a subscription asked for while the channel opens goes out 500 and 200 ms after that', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const wire = await tapped(dana.page);
  wire.hold('40{"sid"');
  const task = await madeUpTask(dana.page, `${showId}_pending`);
  await openReview(dana.page, order, 'creator');
  await opened(wire);
  await askForPdf(dana.page);
  await task.started;
  await dana.page.waitForTimeout(900);
  expect(events(wire.sent, 'subscribe_pdf_updates')).toEqual([]);
  const openedAt = Date.now();
  wire.let();
  await expect.poll(() => events(wire.sent, 'subscribe_pdf_updates').length).toBeGreaterThan(0);
  const [first] = events(wire.sent, 'subscribe_pdf_updates');
  expect((first?.at ?? 0) - openedAt).toBeGreaterThanOrEqual(690);
  expect((first?.at ?? 0) - openedAt).toBeLessThan(1_900);
  expect(task.asked).toEqual([]);
});

test('RT-03, RT-05: after a break the page asks, subscribes again, and hears what it missed', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const wire = await tapped(dana.page);
  let asked = 0;
  await dana.page.route('**/api/reports/pdf/download/**', async (route) => {
    asked += 1;
    const data = { status: 'in_progress', downloadUrl: null, fileName: null, error: null, eventType: null };
    await route.fulfill({ json: { success: true, data } });
  });
  await openReview(dana.page, order, 'creator');
  await opened(wire);
  wire.hold('42["pdf_status_update"');
  const download = dana.page.waitForEvent('download');
  await askForPdf(dana.page);
  await expect
    .poll(() => events(wire.received, 'pdf_status_update').at(-1)?.data['status'], { timeout: 20_000 })
    .toBe('success');
  expect(asked).toBe(0);
  await wire.cut();
  await download;
  await saved(dana, order);
  expect(events(wire.sent, 'subscribe_pdf_updates')).toHaveLength(2);
  expect(events(wire.sent, 'broadcast_received')).toHaveLength(1);
  expect(asked).toBeGreaterThan(0);
});

test('RT-01: where WebSockets are blocked a PDF is followed over polling', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  await withoutWebSocket(dana.page);
  const bodies: string[] = [];
  const statusCalls: string[] = [];
  dana.page.on('request', (request) => {
    if (request.url().includes('/socket.io/')) bodies.push(request.postData() ?? '');
    if (request.url().includes('/api/reports/pdf/download/')) statusCalls.push(request.url());
  });
  await openReview(dana.page, order, 'creator');
  await expect.poll(() => bodies.some((body) => body.startsWith('40{"userId"'))).toBe(true);
  const download = dana.page.waitForEvent('download');
  await askForPdf(dana.page);
  await download;
  await saved(dana, order);
  for (const event of ['subscribe_pdf_updates', 'broadcast_received', 'unsubscribe_pdf_updates']) {
    await expect.poll(() => bodies.some((body) => body.includes(`42["${event}"`))).toBe(true);
  }
  expect(statusCalls).toEqual([]);
});

test('RT-05, RT-07: three subscriptions without an answer, a second each; then it is asked every two seconds', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const wire = await tapped(dana.page);
  const warnings: string[] = [];
  dana.page.on('console', (message) => warnings.push(message.text()));
  // The server knows no such task: it confirms nothing.
  const task = await madeUpTask(dana.page, `${showId}_silent`);
  await openReview(dana.page, order, 'creator');
  await opened(wire);
  await askForPdf(dana.page);
  await expect.poll(() => task.asked.length, { timeout: 15_000 }).toBe(3);
  const subscribed = events(wire.sent, 'subscribe_pdf_updates').map(({ at }) => at);
  expect(subscribed).toHaveLength(3);
  for (const gap of gaps(subscribed)) expect(Math.abs(gap - 1_000)).toBeLessThan(500);
  expect((task.asked[0] ?? 0) - (subscribed[2] ?? 0)).toBeGreaterThanOrEqual(900);
  for (const gap of gaps(task.asked)) expect(Math.abs(gap - 2_000)).toBeLessThan(800);
  expect(warnings).toContain('Failed to subscribe after multiple attempts');
  task.status = 'success';
  await saved(dana, order);
  expect(events(wire.sent, 'subscribe_pdf_updates')).toHaveLength(3);
});

test('RT-05, RT-06, RT-08: a channel that fails is tried three times, and the status asked for every two seconds', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  await dana.page.clock.install();
  const attempts = await withoutChannel(dana.page);
  const task = await madeUpTask(dana.page, `${showId}_closed`);
  await openReview(dana.page, order, 'creator');
  await expect.poll(() => attempts.length).toBeGreaterThan(0);
  await askForPdf(dana.page);
  await expect.poll(() => task.asked.length, { timeout: 10_000 }).toBe(3);
  // At once, not after a wait for what has failed.
  expect((task.asked[0] ?? 0) - task.startedAt).toBeLessThan(1_000);
  for (const gap of gaps(task.asked)) expect(Math.abs(gap - 2_000)).toBeLessThan(800);
  task.status = 'success';
  await saved(dana, order);
  await expect.poll(() => attempts.length, { timeout: 10_000 }).toBe(3);
  for (let minute = 0; minute < 3; minute += 1) await dana.page.clock.fastForward(60_000);
  await dana.page.waitForTimeout(500);
  expect(attempts).toHaveLength(3);
});

test('RT-06: a channel that is not open within 15 seconds is not waited for any longer', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  await dana.page.clock.install();
  const wire = await tapped(dana.page);
  // The transport is there, but the server's word of welcome is lost.
  wire.hold('40{"sid"');
  const task = await madeUpTask(dana.page, `${showId}_waiting`);
  await openReview(dana.page, order, 'creator');
  await opened(wire);
  await askForPdf(dana.page);
  await task.started;
  await dana.page.waitForTimeout(300);
  await dana.page.clock.fastForward(13_000);
  await dana.page.waitForTimeout(500);
  expect(task.asked).toEqual([]);
  await dana.page.clock.fastForward(1_500);
  await expect.poll(() => task.asked.length).toBeGreaterThan(0);
  task.status = 'success';
  await saved(dana, order);
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
  await openReview(dana.page, order, 'creator');
  await expect.poll(() => sockets).toBe(1);
  await dana.page.clock.fastForward(8_500);
  await dana.page.waitForTimeout(300);
  expect([sockets, polls.length]).toEqual([1, 0]);
  await dana.page.clock.fastForward(1_500);
  await expect.poll(() => polls.length, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(polls[0]?.url).toContain('transport=polling');
  const welcomed = polls.length;
  expect(welcomed).toBeGreaterThan(0);
  await expect.poll(() => polls.some(({ body }) => body.startsWith('40{"userId"'))).toBe(true);
  const download = dana.page.waitForEvent('download');
  await askForPdf(dana.page);
  await download;
  await saved(dana, order);
  expect(polls.some(({ body }) => body.includes('subscribe_pdf_updates'))).toBe(true);
});
