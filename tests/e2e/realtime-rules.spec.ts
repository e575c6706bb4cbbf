import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { pdfPatience } from './support/export.ts';
import { askForPdf, events, madeUpTask, tapped, withoutChannel, withoutWebSocket } from './support/live.ts';
import type { Wire } from './support/live.ts';
import { draft } from './support/orders.ts';
import { showId } from './support/person.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { askedBy, holdTime, passUntil } from './support/quiet.ts';
import { numberOf, openReview } from './support/review.ts';

/** The channel is open: the server has let this page in. */
const opened = (wire: Wire) =>
  expect.poll(() => wire.received.some(({ text }) => text.startsWith('40'))).toBe(true);
const saved = (seat: Seat, order: PurchaseOrder) =>
  expect(seat.page.getByText(`${numberOf(order)} successfully downloaded.`)).toBeVisible();
const subscriptions = (wire: Wire) => events(wire.sent, 'subscribe_pdf_updates');
/** From here on the page's time is the test's: nothing is given up because the machine is slow. */
const ownTime = ({ page }: Seat) => holdTime(page, 10_000);

/** It has just been asked; twice more it is, each two seconds after the answer before. */
async function everyTwoSeconds(
  passes: (ms: number) => Promise<void>,
  task: { asked: number },
): Promise<void> {
  const before = task.asked;
  for (const times of [before, before + 1]) {
    await passes(0);
    await passes(1_900);
    expect(task.asked).toBe(times);
    await passes(100);
    await expect.poll(() => task.asked).toBe(times + 1);
  }
}

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

test('RT-09: a subscription asked for while the channel opens goes out 500 and 200 ms after that', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const wire = await tapped(dana.page);
  wire.hold('40{"sid"');
  const task = await madeUpTask(dana.page, `${showId}_pending`);
  await dana.page.clock.install();
  await openReview(dana.page, order, 'creator');
  await opened(wire);
  const passes = await ownTime(dana);
  await askForPdf(dana.page);
  await task.started;
  await askedBy(dana.page);
  await passes(900);
  expect(subscriptions(wire)).toEqual([]);
  wire.let();
  await askedBy(dana.page);
  await passes(690);
  expect(subscriptions(wire)).toEqual([]);
  await passes(10);
  await expect.poll(() => subscriptions(wire).length).toBe(1);
  // Beside the channel that was not there yet.
  expect(task.asked).toBe(1);
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
  await dana.page.clock.install();
  await openReview(dana.page, order, 'creator');
  await opened(wire);
  wire.hold('42["pdf_status_update"');
  const passes = await ownTime(dana);
  let isThere = false;
  dana.page.once('download', () => (isThere = true));
  await askForPdf(dana.page);
  await passUntil(passes, () => subscriptions(wire).length > 0);
  await expect
    .poll(() => events(wire.received, 'pdf_status_update').at(-1)?.data['status'], { timeout: pdfPatience })
    .toBe('success');
  expect(asked).toBe(0);
  await wire.cut();
  await passUntil(passes, () => isThere);
  await saved(dana, order);
  expect(subscriptions(wire)).toHaveLength(2);
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
  await dana.page.clock.install();
  await openReview(dana.page, order, 'creator');
  await expect.poll(() => bodies.some((body) => body.startsWith('40{"userId"'))).toBe(true);
  const passes = await ownTime(dana);
  const download = dana.page.waitForEvent('download');
  await askForPdf(dana.page);
  await passUntil(passes, () => bodies.some((body) => body.includes('42["subscribe_pdf_updates"')));
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
  await dana.page.clock.install();
  await openReview(dana.page, order, 'creator');
  await opened(wire);
  const passes = await ownTime(dana);
  await askForPdf(dana.page);
  await passUntil(passes, () => subscriptions(wire).length > 0);
  for (const times of [1, 2, 3]) {
    await passes(900);
    expect(subscriptions(wire)).toHaveLength(times);
    await passes(100);
    await expect.poll(() => subscriptions(wire).length).toBe(Math.min(times + 1, 3));
  }
  const before = task.asked;
  await passUntil(passes, () => task.asked > before);
  await everyTwoSeconds(passes, task);
  expect(warnings).toContain('Failed to subscribe after multiple attempts');
  task.status = 'success';
  await passes(2_000);
  await saved(dana, order);
  expect(subscriptions(wire)).toHaveLength(3);
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
  const passes = await ownTime(dana);
  await askForPdf(dana.page);
  // At once, not after a wait for what has failed.
  await expect.poll(() => task.asked).toBe(1);
  await everyTwoSeconds(passes, task);
  task.status = 'success';
  await passes(2_000);
  await saved(dana, order);
  // Rounds of three attempts, with a pause before each (DEC-56).
  await passUntil(passes, () => attempts.length >= 3, 500);
  expect(await passUntil(passes, () => attempts.length >= 6, 500)).toBeLessThanOrEqual(70_000);
});

test('RT-05, RT-06: a channel that is not open within a second is not waited for any longer', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  await dana.page.clock.install();
  const wire = await tapped(dana.page);
  // The transport is there, but the server's word of welcome is lost.
  wire.hold('40{"sid"');
  const task = await madeUpTask(dana.page, `${showId}_waiting`);
  await openReview(dana.page, order, 'creator');
  await opened(wire);
  const passes = await ownTime(dana);
  await askForPdf(dana.page);
  await task.started;
  await askedBy(dana.page);
  await passes(900);
  expect(task.asked).toBe(0);
  await passes(100);
  await expect.poll(() => task.asked).toBe(1);
  await everyTwoSeconds(passes, task);
  task.status = 'success';
  await passes(2_000);
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
  expect(polls.some(({ body }) => body.includes('subscribe_pdf_updates'))).toBe(true);
});
