import { createDraftOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { freezeTime } from '../support/browser/wait-for-idle.ts';
import { openTcpProxy } from '../support/browser/tcp-proxy.ts';

test('DEC-56: the channel reconnects after an outage of an hour, and the page loads missed changes', async ({
  as,
  baseURL,
}) => {
  const { page, api } = await as('dana');
  const order = await createDraftOrder({ api });
  const proxy = await openTcpProxy(baseURL ?? '');
  try {
    let attempts = 0;
    let openings = 0;
    page.on('websocket', (socket) => {
      attempts += 1;
      socket.on(
        'framereceived',
        ({ payload }) => (openings += String(payload).startsWith('40{"sid"') ? 1 : 0),
      );
    });
    await page.clock.install();
    await page.goto(`${proxy.address}/po/review/${order.id}/creator`);
    await expect(page.getByText(order.description).first()).toBeVisible();
    await expect.poll(() => openings).toBe(1);
    await freezeTime(page, 10_000);

    await proxy.close();
    // More than the three attempts of the first round.
    for (const round of [1, 2, 3]) {
      attempts = 0;
      await expect
        .poll(
          async () => {
            await page.clock.runFor(500);
            return attempts;
          },
          { intervals: [20], timeout: 120_000, message: `round ${round}` },
        )
        .toBe(3);
    }
    await page.clock.fastForward(3_600_000);
    const description = `${order.description} after the outage`;
    await api.put(`/api/pos/${order.id}?showId=${order.showId}`, { ...order, description });

    await proxy.open();
    await expect
      .poll(
        async () => {
          await page.clock.runFor(500);
          return openings;
        },
        { intervals: [50], timeout: 120_000 },
      )
      .toBe(2);
    await page.clock.resume();
    await expect(page.getByText(description).first()).toBeVisible();
  } finally {
    await proxy.close();
  }
});
