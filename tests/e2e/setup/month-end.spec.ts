import type { Budget } from '#domain/budget/budget-response';
import type { ActualsCheck } from '#domain/budget/actuals-response';
import type { CostDocuments, CostReport } from '#domain/budget/cost-report/response';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Company } from '#domain/reference-data/reference-data-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { decideOn } from '../support/data/decisions.ts';
import { invoiceBodyIn, aBilledLine } from '../support/data/invoices.ts';
import { pick } from '../support/data/management.ts';
import { aLine, approve, orderBodyIn } from '../support/data/orders.ts';
import { createTestShow } from '../support/data/shows.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';

const department = 'Rigging';
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** In the first of two weeks. */
const documentDay = dayBefore(10);

const scriptBudget = `<?xml version="1.0"?><budget><category><cNumber>2300</cNumber><cTotal>1500</cTotal>
  <account><aNumber>2301</aNumber><aDescription>Lamps</aDescription><aTotal>1000</aTotal></account>
  <account><aNumber>2302</aNumber><aDescription>Cable</aDescription><aTotal>500</aTotal></account>
  </category><contractualCharge><description>Contingency</description><total>300</total></contractualCharge>
  <grandTotal>1800</grandTotal></budget>`;

/** Sets up a show whose orders over budget need a second step, and whose documents have accounting periods. */
async function setUpShow({ api }: Pick<Session, 'api'>): Promise<{ show: string; company: string }> {
  const { id: show } = await createTestShow(api);
  await api.post(`/api/shows/${show}/settings`, { preventSelfApproval: false, invoiceModuleVisible: true });
  await api.post(`/api/departments?showId=${show}`, { name: department });
  const step = (name: string, own: object = {}) => ({ name, approvers: [{ userId: api.userId }], ...own });
  const flow = { showId: show, name: 'Month end', makeDefaultType: true };
  await api.post('/api/purchase-order-workflow-template', {
    ...flow,
    steps: [step('Producer'), step('Controller', { overBudget: { unit: 'AMOUNT', over: 0 } })],
  });
  await api.post('/api/invoice-workflow-template', { ...flow, steps: [step('Producer')] });
  const [first] = await api.get<Company[]>(`/api/companies?showId=${show}`);
  const company = first?.projectCompanyExternalId ?? '';
  await api.post(`/api/periods/set-up?showId=${show}`, {
    projectCompanyExternalId: company,
    pattern: 'WEEKS',
    firstDay: dayBefore(13),
    length: 'WEEK',
    count: 2,
  });
  return { show, company };
}

/** An order of one line, approved by all its steps. Returns it with the names of the steps. */
async function approvedOrder({ api }: Pick<Session, 'api'>, show: string, account: string, amount: number) {
  const lineItems = [aLine({ quantity: 1, unitCost: amount, coding: { ACCOUNT: account } })];
  const body = await orderBodyIn(api, show, department, { poDate: documentDay, lineItems });
  const { id } = await api.post<PurchaseOrder>('/api/pos', body);
  const submitted = await api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
  const steps = submitted.workflow?.steps.map(({ name }) => name) ?? [];
  for (const _ of steps) await approve({ api }, { id });
  return steps;
}

async function approvedInvoice({ api }: Pick<Session, 'api'>, show: string, account: string, amount: number) {
  const attachments = [
    { attachmentId: await api.upload('bill.txt', 'The bill', 'invoice'), label: 'bill.txt' },
  ];
  const own = { date: documentDay, amount, attachments };
  const lineItems = [aBilledLine({ amount, coding: { ACCOUNT: account } })];
  const body = await invoiceBodyIn(api, show, department, { ...own, lineItems }, 'co');
  const { id } = await api.post<Invoice>('/api/invoices', body);
  await api.put(`/api/invoices/${id}/submit`);
  return decideOn({ api }, 'INVOICE', { id });
}

async function importPayroll({ api }: Pick<Session, 'api'>, query: string, account: string, amount: number) {
  const form = () => {
    const data = new FormData();
    const rows = `Account,Date,Amount,Type\n${account},${documentDay},${amount},Payroll`;
    data.append('file', new File([rows], 'payroll.csv', { type: 'text/csv' }));
    return data;
  };
  const { ready, importedTotal } = await api.post<ActualsCheck>(
    `/api/budgets/actuals/check?${query}`,
    form(),
  );
  const announced = `count=${ready}&total=${importedTotal}`;
  await api.post(`/api/budgets/actuals/import?${query}&${announced}`, form());
}

test('BUD-08, BUD-09, BUD-28, BUD-44, EFC-01, PERIOD-06, REPORT-06: a show goes from its budget to an issued cost report and a closed period', async ({
  as,
  apiOf,
}) => {
  const { show, company } = await setUpShow(await apiOf('theodore'));
  const accountant = await as('theodore', { show });
  const { page, api } = accountant;

  await page.goto('/setup/budget/upload');
  await page.locator('input[type=file]').setInputFiles({
    name: 'Script budget.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(scriptBudget),
  });
  await page.getByRole('button', { name: 'Import 3 lines' }).click();
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).click();
  await expect(page.getByText('Budget locked.')).toBeVisible();

  expect(await approvedOrder(accountant, show, '2301', 900)).toEqual(['Producer']);
  expect(await approvedOrder(accountant, show, '2301', 200)).toEqual(['Producer', 'Controller']);
  const invoice = await approvedInvoice(accountant, show, '2302', 100);
  expect(invoice.accountingPeriod).toBe('Week 1');
  await importPayroll(accountant, `showId=${show}&company=${company}`, '2302', 50);

  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await pick(page, 'From', 'Contingency');
  await pick(page, 'To', '2301');
  await page.getByRole('textbox', { name: 'Amount' }).fill('100');
  await page.getByRole('textbox', { name: 'Reason' }).fill('More lamps');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Transfer saved.')).toBeVisible();
  await api.post(`/api/cost-reports/estimates?showId=${show}`, {
    reason: 'Month end',
    estimates: [{ account: '2302', revision: 0, efc: 180 }],
  });

  const current = () => api.get<CostReport>(`/api/cost-reports/current?showId=${show}`);
  const rowsOf = ({ rows }: CostReport) =>
    rows.map(({ code, actual, committed, etc, efc, budget, overUnder }) => ({
      code,
      figures: [actual, committed, etc, efc, budget, overUnder],
    }));
  const report = await current();
  const expected = [
    { code: '2301', figures: [0, 1_100, null, null, 1_100, 0] },
    { code: '2302', figures: [150, 0, 30, 180, 500, 320] },
    { code: 'CONTINGENCY', figures: [0, 0, null, null, 200, 200] },
  ];
  expect(rowsOf(report)).toEqual(expected);
  const path = `/api/cost-reports/current/documents?showId=${show}`;
  const lamps = await api.get<CostDocuments>(`${path}&code=2301`);
  expect(lamps.documents.map(({ committed }) => committed).toSorted((a, b) => a - b)).toEqual([200, 900]);

  await page.goto('/setup/budget/report');
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
  await expect(page.getByText(/^Issued by Theodore/)).toBeVisible();

  await page.goto('/setup/settings/periods');
  await page.getByRole('button', { name: 'Close Week 1' }).click();
  await page.getByRole('button', { name: 'Close Period' }).click();
  await expect(page.getByRole('button', { name: 'Reopen Week 1' })).toBeVisible();
  const late = await approvedInvoice(accountant, show, '2302', 20);
  expect(late.accountingPeriod).toBe('Week 2');
  expect((await current()).rows.find(({ code }) => code === '2302')).toMatchObject({ actual: 170, etc: 10 });
  const issued = await api.get<CostReport>(`/api/cost-reports/1?showId=${show}`);
  expect(rowsOf(issued)).toEqual(expected);
  const budgets = await api.get<{ budgets: Budget[] }>(`/api/budgets?showId=${show}`);
  expect(budgets.budgets.map(({ name, status }) => [name, status])).toEqual([['Script budget', 'LOCKED']]);
});
