import { Refusal } from '#domain/codes';
import { entryKey, finalCents, maxBudgets, requireOneKind } from '#domain/budget/budget';
import type { BudgetLine } from '#domain/budget/budget';
import { budgetCheckOf } from '#domain/budget/import/budget-import';
import type { NewBudget } from '#domain/budget/budget-request';
import type { Budget, BudgetCheck } from '#domain/budget/budget-response';
import { codesText, unknownCode } from '#domain/budget/line-codes';
import { toCents } from '#domain/values/money';
import { sha256 } from '#store/d1/sha256';
import type { PlanRows } from '#store/d1/query';
import { insertBudget } from '#store/show/budget/budgets';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { storedAnswerPlan, withFormContent } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { currencyOf, requireImportable } from './import-terms.ts';
import { budgetReferencesPlan, chartOf, parseBudgetFile } from './read-budget-file.ts';
import type { BudgetFile, BudgetReferences } from './read-budget-file.ts';
import { saveBudgetOnce } from './save-budget-once.ts';
import { budgetsPlan } from './view-budget.ts';

/** The budgets of the show, its accounts and currencies. */
export const knownBudgetsPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  ...budgetsPlan({ store }),
  ...budgetReferencesPlan({ store }),
});

export const newBudgetPlan = (member: MembershipContext) => ({
  ...storedAnswerPlan(member),
  ...knownBudgetsPlan(member),
});
type NewBudgetRows = PlanRows<typeof newBudgetPlan>;

/** Creates a working budget with typed lines (BUD-07). Throws `FORBIDDEN`, `invalid_parameter`. */
export async function createBudget(
  context: RequestContext,
  rows: NewBudgetRows,
  { name, currency, lines }: NewBudget,
): Promise<Budget> {
  requirePermission(context.permissions, 'Budget');
  return insertBudgetOnce(context, rows, () => {
    const { known, codes: chart } = chartOf(rows);
    const keys = new Set<string>();
    for (const { account, codes, kind } of lines) {
      const key = JSON.stringify([account, codesText(codes)]);
      const isUnknown = kind === 'ACCOUNT' && known !== null && !known.has(account);
      const problem = isUnknown ? 'is not in the chart of accounts' : 'is in the budget twice';
      const unknown = unknownCode(codes, chart);
      if (isUnknown || unknown !== null || keys.has(key)) {
        const message = unknown ?? `Account ${account} ${problem}.`;
        throw new Refusal('invalid_parameter', { message });
      }
      keys.add(key);
    }
    const budgetLines = lines.map(({ account, codes, description, kind, amount }) => ({
      account,
      codes: codesText(codes),
      description: description ?? known?.get(account) ?? '',
      kind,
      originalCents: toCents(amount),
      transferCents: 0,
      overageCents: 0,
    }));
    for (const line of budgetLines) requireOneKind(budgetLines, line);
    return { name, currency: currencyOf(context, rows, currency), lines: budgetLines, source: '' };
  });
}

/**
 * What importing this file would create, with its totals and errors, without changing anything (BUD-12). Throws
 * `FORBIDDEN`, `file_too_large`, and `invalid_parameter` for a file that is not a spreadsheet.
 */
export async function checkBudgetFile(
  context: RequestContext,
  rows: BudgetReferences,
  file: BudgetFile,
): Promise<BudgetCheck> {
  requirePermission(context.permissions, 'Budget');
  const { currency, ignored, parsed } = await parseBudgetFile(context, rows, file);
  return budgetCheckOf(parsed, currency, ignored);
}

/**
 * Creates a working budget from a file (BUD-12). Throws as the dry run does, `invalid_parameter` for a file with errors,
 * and `WORKFLOW_CONFLICT` when it would create something else than the dry run showed.
 */
export async function importBudget(
  context: RequestContext,
  rows: NewBudgetRows,
  file: BudgetFile & { name: string; count: number; total: number },
): Promise<Budget> {
  requirePermission(context.permissions, 'Budget');
  const request = withFormContent(context, sha256(file.bytes));
  return insertBudgetOnce(request, rows, async () => {
    const { currency, parsed } = await parseBudgetFile(context, rows, file);
    requireImportable(parsed, { count: parsed.lines.length, total: parsed.importedCents }, file);
    return { name: file.name, currency, lines: parsed.lines, source: file.fileName };
  });
}

interface Creation {
  name: string;
  currency: string;
  lines: BudgetLine[];
  /** What the history shows: the name of the imported file, or the reason; '' for neither. */
  source: string;
}

/** Inserts what `prepare` returns once per idempotency key, and returns the stored budget. */
export function insertBudgetOnce(
  context: RequestContext,
  { stored, budgets }: NewBudgetRows,
  prepare: () => Creation | Promise<Creation>,
): Promise<Budget> {
  return saveBudgetOnce(context, stored, async () => {
    const { name, currency, lines, source } = await prepare();
    if (budgets.length >= maxBudgets)
      throw new Refusal('invalid_parameter', { message: `A show has at most ${maxBudgets} budgets.` });
    const { store, user, now } = context;
    const id = context.newId();
    const by = fullName(user);
    const row = {
      id,
      showId: store.showId,
      number: (budgets[0]?.number ?? 0) + 1,
      name,
      status: 'WORKING' as const,
      currencyCode: currency,
      revision: 1,
      createdBy: user.id,
      createdByName: by,
      createdAt: now,
      lockedBy: null,
      lockedByName: null,
      lockedAt: null,
    };
    const change = {
      budgetId: id,
      revision: 1,
      kind: 'CREATED' as const,
      reason: source,
      byId: user.id,
      byName: by,
      at: now,
      entries: lines.map((line) => ({
        ...entryKey(line),
        cents: finalCents(line),
        finalCents: finalCents(line),
      })),
    };
    return { id, writes: insertBudget(store, row, lines, change) };
  });
}
