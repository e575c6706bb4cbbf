import type { BrowserContextOptions } from '@playwright/test';
import type { Cover } from '#domain/cover/cover-request';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { ReplacementsOfUser } from '#domain/replacement/replacement-response';
import { waitUntilIdle } from '../support/browser/wait-for-idle.ts';
import { createUser } from '../support/data/management.ts';
import { createSubmittedOrder, orderBodyIn, uniqueDescription } from '../support/data/orders.ts';
import type { Person } from '../support/environment/person.ts';
import { expect, test } from '../support/environment/product.ts';
import { journeyOn } from '../support/pages/journey.ts';
import { button, numberOf, waitForActions } from '../support/pages/review.ts';

const desktop = { viewport: { width: 1440, height: 900 } };
const phone: BrowserContextOptions = { viewport: { width: 375, height: 812 }, hasTouch: true };

function noteEffort(effort: object): void {
  test.info().annotations.push({ type: 'effort', description: JSON.stringify(effort) });
}

/** Submits orders of one department, four at a time. The vendor of the first `temporary` ones is a temporary one. */
async function submitOrders(
  api: Person,
  {
    show,
    department,
    count,
    temporary = 0,
  }: { show: string; department: string; count: number; temporary?: number },
): Promise<void> {
  const body = await orderBodyIn(api, show, department);
  const vendor = {
    isTemporary: true,
    name: 'Corner Hardware',
    address: '4 Mill Lane',
    city: 'Rome',
    state: 'Lazio',
    postalCode: '00184',
    contact: 'Ada Conti',
    email: 'ada@corner-hardware.example',
    phoneNumber: '555 0100',
  };
  const submit = async (n: number) => {
    const order = { ...body, description: uniqueDescription('Cables') };
    const { id } = await api.post<PurchaseOrder>(
      '/api/pos',
      n < temporary ? { ...order, vendor, vendorAddress: null } : order,
    );
    await api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
  };
  for (let from = 0; from < count; from += 4)
    await Promise.all([0, 1, 2, 3].filter((n) => from + n < count).map((n) => submit(from + n)));
}

for (const [device, name, options] of [
  ['a desk', 'beatrix.pemberton', desktop],
  ['a phone', 'dorothy.nash', phone],
] as const) {
  test(`COV-10, COV-15: cover for a week takes 7 clicks on ${device}`, async ({ as }) => {
    const { page, api } = await as(name, { show: 'harbour9', ...options });
    await page.goto('/approvals');
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    const journey = journeyOn(page);
    journey.step();
    await journey.click(page.getByRole('button', { name: /^Account of/ }));
    await journey.click(page.getByRole('menuitem', { name: 'Account Settings' }));
    const settings = page.getByRole('dialog', { name: 'Account Settings' });
    await expect(settings.getByRole('button', { name: 'Set Cover' })).toBeInViewport();
    await journey.click(settings.getByRole('button', { name: 'Set Cover' }));
    const form = page.getByRole('dialog', { name: 'Set Cover' });
    journey.step();
    const field = form.getByRole('combobox', { name: 'Covering person' });
    await expect(field).toBeFocused();
    // A scroll that still goes on would close the list.
    await field.click({ trial: true });
    await waitUntilIdle(page);
    await journey.click(field);
    await journey.click(page.getByRole('option', { name: 'Callum Fraser' }));
    journey.step();
    await expect(form.getByRole('button', { name: 'Next week' })).toBeInViewport();
    await journey.click(form.getByRole('button', { name: 'Next week' }));
    await journey.click(form.getByRole('button', { name: 'Set Cover' }));
    await journey.sees(settings.getByText('Callum Fraser covers for you'));
    await expect(form).toHaveCount(0);
    noteEffort(journey.effort);
    expect(journey.effort.clicks).toBeLessThanOrEqual(8);
    expect(journey.effort.keys).toBe(0);
    const covers = await api.get<Cover[]>('/api/covers?showId=harbour9');
    const [cover] = covers.filter(({ absent, state }) => absent.userId === api.userId && state !== 'ENDED');
    expect(cover).toMatchObject({ state: 'UPCOMING', types: ['PO', 'INVOICE', 'PAYMENT'] });
    await api.delete(`/api/covers/${cover?.id}?showId=harbour9`);
  });
}

test(
  'REPL-07: an approver of 40 waiting documents is replaced with 6 clicks, on a phone and on a desk',
  { tag: '@long' },
  async ({ as, apiOf }) => {
    const show = 'lowgravity';
    const [kenji, onPhone, onDesktop] = await Promise.all([
      apiOf('kenji.watanabe', show),
      as('desmond.hale', { show, ...phone }),
      as('desmond.hale', { show, ...desktop }),
    ]);
    const { api } = onPhone;
    const camera = (await api.get<{ id: string; name: string }[]>(`/api/departments?showId=${show}`)).find(
      (one) => one.name === 'Camera',
    );
    const noemi = await createUser({ api }, { roleId: 'Approver' }, show);
    await api.put(`/api/users/${noemi.id}/departments?show=${show}`, { departmentIds: [camera?.id] });
    await submitOrders(kenji.api, { show, department: 'Camera', count: 40 });
    const waitingFor = async (userId: string) =>
      (await api.get<ReplacementsOfUser>(`/api/replacements?showId=${show}&userId=${userId}`)).documents;
    const newName = `Noemi ${noemi.lastName}`;
    for (const [{ page }, former, replacement] of [
      [onPhone, 'Benjamin Frost', newName],
      [onDesktop, newName, 'Benjamin Frost'],
    ] as const) {
      await page.goto('/approvals');
      const isPhone = page === onPhone.page;
      const management = isPhone
        ? page.getByRole('button', { name: 'More' })
        : page.getByRole('link', { name: 'Management' });
      await expect(management).toBeVisible();
      const journey = journeyOn(page);
      journey.step();
      await journey.click(management);
      await journey.click(page.getByRole('link', { name: 'Users' }).last());
      const row = page.getByText(former, { exact: true }).first();
      await journey.sees(row);
      await expect(row).toBeInViewport();
      await journey.click(row);
      const start = page.getByRole('button', { name: 'Replace Approver' });
      await journey.sees(start);
      await expect(start).toBeInViewport();
      journey.step();
      await journey.click(start);
      await journey.click(page.getByRole('option', { name: replacement }));
      const dialog = page.getByRole('dialog', { name: 'Replace Approver' });
      await journey.sees(dialog.getByText(`documents pass from ${former} to ${replacement}.`));
      journey.step();
      await journey.click(dialog.getByRole('button', { name: 'Replace', exact: true }));
      await expect(dialog.getByText(`documents passed from ${former} to ${replacement}.`)).toBeVisible();
      noteEffort({ device: isPhone ? 'phone' : 'desk', ...journey.effort });
      expect(journey.effort.clicks).toBeLessThanOrEqual(6);
      expect(journey.effort.keys).toBe(0);
      const taken = await waitingFor(noemi.id);
      if (isPhone) expect(taken).toBeGreaterThanOrEqual(40);
      else expect(taken).toBe(0);
    }
  },
);

test(
  'RUN-01, RUN-14: a phone run of 20 documents, three of which cannot be approved, takes 21 taps',
  { tag: '@long' },
  async ({ as, apiOf }) => {
    const show = 'velvetmap';
    const [matteo, { page, api }] = await Promise.all([
      apiOf('matteo.ricci', show),
      as('sebastien.laurent', { show, ...phone }),
    ]);
    const waiting = async () =>
      (await api.get<{ awaitingApproval: { po: number } }>(`/api/users/meta?show=${show}&st=0`))
        .awaitingApproval.po;
    await submitOrders(matteo.api, {
      show,
      department: 'Camera',
      count: 20 - (await waiting()),
      temporary: 3,
    });
    expect(await waiting()).toBe(20);
    await page.goto('/approvals');
    const bar = page.getByRole('region', { name: 'Approval actions' });
    const cards = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') });
    await expect(cards.first()).toBeVisible();
    const journey = journeyOn(page);
    journey.step();
    await journey.click(cards.first().getByRole('link'));
    let skipped = 0;
    for (let n = 0; n < 20; n += 1) {
      const heading = page.getByRole('heading', { level: 1 });
      await journey.sees(heading);
      const title = await heading.textContent();
      await waitForActions(page);
      journey.step();
      if ((await button(page, 'Approve').getAttribute('aria-disabled')) === 'true') {
        skipped += 1;
        await expect(bar).toContainText('Final approval needs a permanent vendor');
        await journey.click(bar.getByRole('button', { name: /^(Next|Finish)$/ }));
      } else await journey.click(button(page, 'Approve'));
      await expect(heading).not.toHaveText(title ?? '');
    }
    await expect(page).toHaveURL(/\/approvals/);
    noteEffort(journey.effort);
    expect(skipped).toBeGreaterThanOrEqual(3);
    expect(journey.effort.clicks).toBeLessThanOrEqual(21);
    expect(await waiting()).toBe(skipped);
  },
);

test('NUDGE-10, RUN-10: a nudge takes 2 clicks, and an approval is taken back with 1', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([as('dana'), as('marcus')]);
  const order = await createSubmittedOrder(dana);
  await dana.page.goto(`/po?number=${Number(order.poNumber)}`);
  const row = dana.page.getByRole('row').filter({ hasText: order.description });
  await expect(row).toContainText('Marcus Oyelaran');
  const nudging = journeyOn(dana.page);
  nudging.step();
  await nudging.click(row);
  await waitForActions(dana.page);
  await nudging.click(dana.page.getByRole('button', { name: 'Nudge Approvers' }));
  await nudging.sees(dana.page.getByText(`Nudged Marcus Oyelaran about PO #${numberOf(order)}.`));
  expect(nudging.effort.clicks).toBeLessThanOrEqual(2);
  const { page } = marcus;
  await page.goto(`/po/review/${order.id}/approver`);
  await waitForActions(page);
  await button(page, 'Approve').click();
  const undo = journeyOn(page);
  await undo.click(page.getByRole('button', { name: 'Undo' }));
  await undo.sees(page.getByText(`Approval of PO #${numberOf(order)} taken back.`));
  noteEffort({ nudge: nudging.effort, undo: undo.effort });
  expect(undo.effort.clicks).toBe(1);
  const { api } = await apiOf('dana');
  expect((await api.get<PurchaseOrder>(`/api/pos/${order.id}`)).status).toBe('SUBMITTED_FOR_APPROVAL');
});
