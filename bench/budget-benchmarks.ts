import { setTimeout as pause } from 'node:timers/promises';
import { sendRequest, showId } from './client.ts';
import type { Person } from './client.ts';
import { listPath } from './dataset.ts';
import type { Dataset } from './dataset.ts';
import type { Work } from './work.ts';

interface Measures {
  isComplete: boolean;
  notBudgeted: { account: string }[];
}

/** Counts the documents of the show for budgets, as the crons do each minute, and budgets every account of them. */
export async function prepareBudget(person: Person, crons: string): Promise<void> {
  const path = `/api/budgets?showId=${showId}`;
  const { budgets } = await person.send<{ budgets: unknown[] }>('GET', path);
  if (budgets.length > 0) return;
  const contingency = { account: 'CONTINGENCY', kind: 'CONTINGENCY', amount: 100_000 };
  await person.send('POST', path, { name: 'Before counting', lines: [contingency] });
  const read = () => person.send<Measures>('GET', `/api/budgets/measures?showId=${showId}`);
  let measures = await read();
  for (; !measures.isComplete; measures = await read()) {
    await sendRequest('GET', `${crons}?${new URLSearchParams({ cron: '* * * * *' })}`);
    await pause(500);
  }
  const lines = measures.notBudgeted
    .filter(({ account }) => account !== '')
    .map(({ account }) => ({ account, amount: 50_000 }));
  await person.send('POST', path, { name: 'Budget', lines: [...lines, contingency] });
}

/** Returns the ids of up to fifty purchase orders in approval. */
export async function waitingOrders(person: Person): Promise<string[]> {
  const body = { poStatuses: ['SUBMITTED_FOR_APPROVAL'] };
  const path = listPath('count=50&page=1');
  const { poS } = await person.send<{ poS: { id: string }[] }>('POST', path, body);
  return poS.map(({ id }) => id);
}

/** Reads of a show with a budget: the review of an order in approval, and the cost report. */
export function budgetBenchmarks({ readers }: Dataset, crons: string): Work[] {
  const [accountant] = readers;
  if (!accountant) throw new Error('Nobody may see the budget.');
  let prepared: Promise<void> | null = null;
  const stock = () => (prepared ??= prepareBudget(accountant, crons));
  let waiting: string[] = [];
  let at = 0;
  return [
    {
      key: 'budget-review',
      title: 'review a purchase order with budget',
      goal: { ms: 8, perSecond: 600 },
      isFlat: true,
      stock: async () => {
        await stock();
        waiting = await waitingOrders(accountant);
      },
      runOnce: async (call) => {
        const id = waiting[at++ % waiting.length];
        if (id === undefined) throw new Error('No purchase order is in approval.');
        await call(accountant, 'GET', `/api/pos/${id}?persona=CREATOR`);
        return true;
      },
    },
    {
      key: 'cost-report',
      title: 'cost report by account, as of today',
      goal: { ms: 50, perSecond: 40 },
      isFlat: false,
      stock,
      runOnce: async (call) => {
        await call(accountant, 'GET', `/api/cost-reports/current?showId=${showId}`);
        return true;
      },
    },
  ];
}
