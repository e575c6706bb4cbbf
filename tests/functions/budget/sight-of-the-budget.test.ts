import { readXlsx } from 'hucre/xlsx';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountRange } from '#domain/budget/account-ranges';
import { operations } from '#middleware/route-registry';
import {
  allowLinks,
  linksIn,
  mailTo,
  openLinkStudio,
  signedIn,
} from '../../support/worker/approval-links.ts';
import { preview } from '../../support/worker/bulk-actions.ts';
import { changeBudget, forgetBudgets, newBudget } from '../../support/worker/budget/budgets.ts';
import { approvedLine, forgetMovements } from '../../support/worker/budget/movements.ts';
import { aLine, as, read, sessionOf, submitted } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { fetchWorker, origin, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

type Viewer = 'abel' | 'dana';

/** What Abel, an approver, and Dana, a creator, see of the budget; null for all accounts. */
async function show(ranges: AccountRange[] | null): Promise<void> {
  await sql.directory`UPDATE memberships SET read_budget = 1, budget_accounts = ${ranges && JSON.stringify(ranges)}
    WHERE user_id IN ('abel', 'dana') AND show_id = 'alpha1'`;
}
const only = (account: string) => show([{ from: account, to: account }]);

/** The budget of 6100, what others have committed of it, and what the order of 1,000 leaves. */
const figures = { budget: 34_512.37, committed: 5_013.57, availableAfter: 28_498.8 };

beforeAll(async () => {
  await openLinkStudio();
  await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order)
    VALUES ('alpha1', 'acc', 'acc-7000', '7000', 'Transport', 3)`;
});
beforeEach(async () => {
  await forgetBudgets();
  await forgetMovements();
  await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
  await sql.directory`UPDATE memberships SET read_budget = 0, budget_accounts = NULL`;
  const { id } = await newBudget();
  await changeBudget(id, 'amounts', { account: '6100', amount: figures.budget });
  await approvedLine(figures.committed);
  await allowLinks();
});

const anOrder = (unitCost = 1_000, account = '6100') =>
  submitted('dana', { lineItems: [aLine({ quantity: 1, unitCost, coding: { ACCOUNT: account } })] });

const entered = (name: Viewer) =>
  as(name).post<{ budget: object | null }>('/api/budgets/entered?showId=alpha1', {
    docType: 'PO',
    currency: 'USD',
    lines: [{ account: '6100', amount: 1_000 }],
  });

/** The text of the last e-mail to Abel and of the page of its link. */
async function mailAndPage(): Promise<string[]> {
  await sql.alpha`DELETE FROM notification_windows`;
  const mail = await mailTo('abel');
  const [link] = linksIn(mail);
  const page = link === undefined ? '' : (await (await signedIn('abel')).get(link)).html;
  return [mail.text, mail.html, page];
}

describe('a user who sees the budget', () => {
  test('BUD-51: the review, the form, the e-mail and the page of its link have the figures', async () => {
    await show(null);
    const form = await entered('dana');
    const po = await anOrder();
    const account = { account: '6100', waitingOthers: 0, thisDocument: 1_000, actual: 0, ...figures };
    for (const budget of [form.body.budget, (await read('abel', po.id)).budget])
      expect(budget).toMatchObject({ answer: 'WITHIN', accounts: [account] });
    for (const text of await mailAndPage()) {
      expect(text).toContain('34,512.37');
      expect(text).toContain('28,498.80');
    }
  });

  test('BUD-51: an account out of range has no figures, only the answer that the show gives', async () => {
    await only('7000');
    const lines = [40_000, 40].map((unitCost, n) =>
      aLine({ quantity: 1, unitCost, coding: { ACCOUNT: n === 0 ? '6100' : '7000' } }),
    );
    const po = await submitted('dana', { lineItems: lines });
    const own = { isPartial: true, accounts: [{ account: '7000' }] };
    expect((await read('abel', po.id)).budget).toMatchObject({ answer: 'NOT_BUDGETED', ...own });
    await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
    expect((await read('abel', po.id)).budget).toMatchObject({ answer: 'OVER', ...own });
    expect((await entered('dana')).body.budget).toEqual({ answer: 'OVER' });
  });
});

/** Sends a request as a user, and returns its whole response as text; workbooks as their cells. */
async function textOf(name: PersonName, method: 'GET' | 'POST', path: string, body?: object) {
  const { token, csrfToken } = await sessionOf(name);
  const headers = new Headers({ cookie: `__Host-session-token=${token}`, 'x-csrf-token': csrfToken });
  const sentBody = body && JSON.stringify({ showId: 'alpha1', ...body });
  if (sentBody) headers.set('content-type', 'application/json');
  if (sentBody) headers.set('content-length', String(sentBody.length));
  const url = `${origin}${path}${path.includes('?') ? '&' : '?'}showId=alpha1`;
  const init: RequestInit = { method, headers };
  if (sentBody) init.body = sentBody;
  const response = await fetchWorker(new Request(url, init));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isBook = response.headers.get('content-type')?.includes('spreadsheet');
  const text = isBook
    ? JSON.stringify((await readXlsx(bytes)).sheets.map(({ rows }) => rows))
    : new TextDecoder().decode(bytes);
  return { status: response.status, text };
}

const list = 'columns=PO_NUMBER,DESCRIPTION,TOTAL,REMAINING,ACCOUNTS';
const documentReads = (id: string): (readonly ['GET' | 'POST', string, object?])[] => [
  ['GET', `/api/pos/${id}`],
  ['GET', `/api/pos/${id}/readers`],
  ['GET', `/api/workflows/route?docType=PO&docId=${id}`],
  ['POST', '/api/pos/filter?count=50', {}],
  ['POST', '/api/pos/filter/sums', {}],
  ['POST', `/api/reports/lists/pos?${list}&format=csv`, {}],
  ['POST', `/api/reports/lists/pos?${list}&format=xlsx`, {}],
  ['GET', '/api/search?q=6100'],
  ['GET', '/api/search?q=dressing'],
  ['GET', '/api/home'],
  ['POST', '/api/workflows/bulk-approval/preview', { docType: 'PO', items: [{ id }] }],
];

describe('a user who does not see an account', () => {
  const modes = ['NOTHING', 'ANSWER'] as const;
  const cases = modes.flatMap((mode) => [
    { mode, ranges: null },
    { mode, ranges: [{ from: '7000', to: '7999' }] },
  ]);

  test.each(cases)(
    'BUD-51: no response, file, e-mail or page has a figure of it ($mode, $ranges)',
    async ({ mode, ranges }) => {
      await setSettings('alpha1', { budgetOnDecision: mode });
      if (ranges) await show(ranges);
      const po = await anOrder();
      const texts = await mailAndPage();
      expect(texts.some((text) => /within budget/i.test(text))).toBe(mode === 'ANSWER');
      for (const name of ['abel', 'dana'] as const) {
        for (const [method, path, body] of documentReads(po.id)) {
          const { status, text } = await textOf(name, method, path, body);
          expect([path, status]).toEqual([path, 200]);
          texts.push(`${path} ${text}`);
        }
        texts.push(JSON.stringify((await entered(name)).body));
        const budgetReads = Object.keys(operations).filter((route) =>
          /^GET \/api\/(budgets|cost-reports)/.test(route),
        );
        for (const route of budgetReads.filter((one) => !one.endsWith('/pdf'))) {
          const path = route.slice(4).replace(':id', 'none').replace(':number', '1');
          const { status, text } = await textOf(name, 'GET', `${path}?account=6100&code=6100&format=csv`);
          if (!ranges) expect([route, status]).toEqual([route, 403]);
          texts.push(`${route} ${text}`);
        }
      }
      // The committed order itself may be seen.
      const secrets = [figures.budget, figures.availableAfter].flatMap((one) => [
        one.toFixed(2),
        String(one),
        String(Math.round(one * 100)),
        one.toLocaleString('en-US', { minimumFractionDigits: 2 }),
      ]);
      for (const secret of secrets)
        expect(texts.filter((text) => text.includes(secret)).map((text) => text.slice(0, 80))).toEqual([]);
    },
  );

  test('BUD-51: the preview of a bulk approval leaves nothing out for it', async () => {
    const po = await anOrder(40_000);
    const reasonsOf = async () =>
      (await preview('abel', { docType: 'PO', items: [{ id: po.id }] })).leftOut.flatMap(
        ({ reasons }) => reasons,
      );
    expect(await reasonsOf()).not.toContain('OVER_BUDGET');
    await only('7000');
    expect(await reasonsOf()).not.toContain('OVER_BUDGET');
    await only('6100');
    expect(await reasonsOf()).toContain('OVER_BUDGET');
  });
});
