import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { Budget, BudgetChangeResponse, BudgetCheck } from '#domain/budget/budget-response';
import type { AccountingBudgetCheck, AccountingBudgetImport } from '#domain/budget/import/accounting-budget';
import type { MeasuredDocuments } from '#domain/budget/measures-response';
import type { LineKind } from '#domain/budget/budget';
import type { AmortPlace } from '#domain/series/series-budget';
import type { LineCodes } from '#domain/budget/line-codes';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { timeZone } from '../../../parts/display/date-format.tsx';
import { sendFile } from '../send-file.ts';
import type { ChosenFile } from '../send-file.ts';
import { lineId } from './line-field.tsx';
import type { ChosenLine } from './line-field.tsx';

const budgets = api.api.budgets;
const budgetApi = budgets[':id'];

/** The budgets of the open show, the newest first. */
export function useBudgets() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'budgets'), async () => {
    const answer = await ask(budgets.$get({ query: { showId: show.id } }));
    return answer.budgets;
  });
}

/** A budget with its lines; does not fetch while `id` is null. */
export function useBudget(id: string | null) {
  const { show } = useSession();
  return useSWR(id === null ? null : keys.managed(show.id, 'budget', id), () =>
    ask(budgetApi.$get({ param: { id: id ?? '' } })),
  );
}

export const budgetFileHref = (id: string, showId: string, format: string) =>
  `/api/budgets/${encodeURIComponent(id)}/file?${new URLSearchParams({ showId, timeZone, format })}`;

/** What counts against the budget that counts. */
export function useMeasures() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'budget-measures'), () =>
    ask(budgets.measures.$get({ query: { showId: show.id } })),
  );
}

/** Documents on one page of an account. */
const documentsPerPage = 100;

/** The documents that count at a line of the budget, the newest first, in pages. */
export function useMeasuredDocuments(line: ChosenLine) {
  const { show } = useSession();
  const codes = Object.fromEntries(
    Object.entries(line.codes).flatMap(([type, code]) => (code ? [[type, code] as const] : [])),
  );
  return useSWRInfinite<MeasuredDocuments>(
    (index: number, previous: MeasuredDocuments | null) =>
      previous && !previous.hasMore
        ? null
        : keys.managed(show.id, 'measured-documents', lineId(line), index * documentsPerPage),
    (key: readonly unknown[]) =>
      ask(
        budgets.measures.documents.$get({
          query: { showId: show.id, account: line.account, ...codes, from: String(key.at(-1)) },
        }),
      ),
  );
}

interface HistoryPage {
  changes: BudgetChangeResponse[];
  hasMore: boolean;
}

/** The history of a budget, the newest change first, in pages. `revision` is that of the budget on the screen. */
export function useBudgetHistory(id: string, revision: number) {
  const { show } = useSession();
  return useSWRInfinite<HistoryPage>(
    (index: number, previous: HistoryPage | null) => {
      if (previous && !previous.hasMore) return null;
      const before = index === 0 ? revision + 1 : (previous?.changes.at(-1)?.revision ?? 1);
      return keys.managed(show.id, 'budget-history', id, before);
    },
    (key: readonly unknown[]) =>
      ask(budgetApi.changes.$get({ param: { id }, query: { before: String(key.at(-1)) } })),
  );
}

/** What a dialog saves. Amounts are in units of the currency. */
export type BudgetEdit =
  | {
      kind: 'amount';
      account: string;
      codes: LineCodes;
      amount: number;
      description: string;
      lineKind: LineKind;
    }
  | {
      kind: 'series';
      account: string;
      episodes: string[];
      pattern: number | null;
      amort: number | null;
      amortPlace: AmortPlace;
    }
  | { kind: 'lock' }
  | {
      kind: 'transfer';
      from: string;
      fromCodes: LineCodes;
      to: string;
      toCodes: LineCodes;
      amount: number;
      reason: string;
    }
  | { kind: 'overage'; account: string; codes: LineCodes; amount: number; reason: string };

/** Changes the budget that the user sees. Throws `ApiError`. */
export function editBudget(
  { id, revision }: Pick<Budget, 'id' | 'revision'>,
  edit: BudgetEdit,
): Promise<Budget> {
  const param = { id };
  if (edit.kind === 'lock') return ask(budgetApi.lock.$post({ param, json: { revision } }));
  if (edit.kind === 'series') {
    const { kind: _, ...series } = edit;
    return ask(budgetApi.series.$put({ param, json: { revision, ...series } }));
  }
  if (edit.kind === 'amount') {
    const { kind: _, lineKind: kind, ...line } = edit;
    return ask(budgetApi.amounts.$put({ param, json: { revision, ...line, kind } }));
  }
  const { kind: _, ...values } = edit;
  return 'from' in values
    ? ask(budgetApi.transfers.$post({ param, json: { revision, ...values } }))
    : ask(budgetApi.overages.$post({ param, json: { revision, ...values } }));
}

export function createBudget(
  showId: string,
  json: { name: string; currency: string | null },
): Promise<Budget> {
  return ask(budgets.$post({ query: { showId }, json }));
}

export interface UploadTarget {
  showId: string;
  /** Null for the currency that all companies share. */
  currency: string | null;
}

const queryOf = ({ showId, currency }: UploadTarget) => ({ showId, ...(currency !== null && { currency }) });

/** Returns what the import would create. Throws `ApiError`, with a text for a file that cannot be read. */
export async function checkBudgetFile(target: UploadTarget, chosen: ChosenFile): Promise<BudgetCheck> {
  return (await sendFile('check', queryOf(target), chosen)).json();
}

/** Creates the budget that the dry run showed. */
export async function importBudget(
  target: UploadTarget,
  chosen: ChosenFile,
  { name, check }: { name: string; check: BudgetCheck },
): Promise<Budget> {
  const { ready, importedTotal } = check;
  const query = { ...queryOf(target), name, count: String(ready), total: String(importedTotal) };
  return (await sendFile('import', query, chosen)).json();
}

export type AccountingBudget = NonNullable<AccountingBudgetCheck['budget']>;

/** Reads the budget that accounting has; null if it has none. Throws `ApiError`, with the sentence of accounting. */
export async function checkAccountingBudget(showId: string): Promise<AccountingBudget | null> {
  return (await ask(budgets.accounting.check.$post({ query: { showId } }))).budget;
}

/** Creates the budget that the dry run showed, once per `key`. */
export function importAccountingBudget(
  showId: string,
  json: AccountingBudgetImport,
  key: string,
): Promise<Budget> {
  const headers = { 'Idempotency-Key': key };
  return ask(budgets.accounting.import.$post({ query: { showId }, json }, { headers }));
}
