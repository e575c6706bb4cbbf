import { draft } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { holdTime } from '../support/browser/quiet.ts';
import { wayTo } from '../support/browser/way.ts';

test('DEC-56: after an outage of an hour the channel comes back by itself, and the page reads what it missed', async ({
  as,
  baseURL,
}) => {
  const { page, api } = await as('dana');
  const order = await draft({ api });
  const way = await wayTo(baseURL ?? '');
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
    await page.goto(`${way.address}/po/review/${order.id}/creator`);
    await expect(page.getByText(order.description).first()).toBeVisible();
    await expect.poll(() => openings).toBe(1);
    await holdTime(page, 10_000);

    await way.close();
    // Beyond the three attempts of the first round; nothing shows the page anew meanwhile.
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

    await way.open();
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
    await way.close();
  }
});
