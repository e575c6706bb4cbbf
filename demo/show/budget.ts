import { costCents, lineConversion } from '#domain/currency/costing';
import { noCoding } from '#domain/budget/cost-coding';
import { documentLines, documents } from '#store/show/tables/document-tables';
import { accountParts } from '#store/show/tables/reference-tables';
import { actualImports, otherActuals } from '#store/show/tables/actual-tables';
import {
  accountEstimates,
  budgetChanges,
  budgetLines,
  budgetMovements,
  budgets,
} from '#store/show/tables/budget-tables';
import { day, dayOf, instant } from '../clock.ts';
import { budgetedAccounts } from './budgeted-accounts.ts';
import type { Show } from './show.ts';

/** The show with a budget, other actuals and estimates. */
export const budgetedShowId = 'nlite';

const thousand = 100_000;

interface Line {
  account: string;
  description: string;
  kind: 'ACCOUNT' | 'FRINGES' | 'CONTINGENCY';
  originalCents: number;
  transferCents: number;
  overageCents: number;
}

/** What the orders of the show cost by account, in its base currency. */
function orderedByAccount({ rows, baseCurrency }: Show): Map<string, number> {
  const counted = new Map(
    rows
      .of(documents)
      .filter(
        ({ type, costing, currencyCode }) =>
          type === 'PO' && (costing?.base ?? currencyCode) === baseCurrency,
      )
      .map(({ id, costing = null }) => [id, costing]),
  );
  const sums = new Map<string, number>();
  for (const { documentId, coding, totalCents = 0, lineNumber, taxCode = null } of rows.of(documentLines)) {
    const account = coding?.['ACCOUNT'] ?? '';
    const costing = counted.get(documentId);
    if (costing === undefined) continue;
    const cents = costCents(totalCents, lineConversion(costing, { lineNumber, taxCode }));
    sums.set(account, (sums.get(account) ?? 0) + cents);
  }
  return sums;
}

/** An account of the documents has a third more than they cost; every twelfth one has too little. */
function budgetOf(orderedCents: number, n: number): number {
  if (orderedCents === 0) return (18 + ((n * 7) % 11) * 6) * thousand;
  const factor = n % 12 === 11 ? 0.7 : 1.35;
  return Math.ceil((orderedCents * factor) / thousand) * thousand;
}

function linesOf(show: Show): Line[] {
  const ordered = orderedByAccount(show);
  const typed = new Map(
    [...budgetedAccounts.values()].flatMap((list) =>
      list.map(({ description, thousands }) => [description, thousands] as const),
    ),
  );
  const accounts = show.rows
    .of(accountParts)
    .filter(({ partConfigId, isHeader }) => partConfigId === 'PCFG-ACCOUNT' && !isHeader)
    .map(({ idCode, description }, n): Line => {
      const thousands = ordered.has(idCode) ? undefined : typed.get(description ?? '');
      const originalCents =
        thousands === undefined ? budgetOf(ordered.get(idCode) ?? 0, n) : thousands * thousand;
      return { ...amounts(originalCents), account: idCode, description: description ?? '', kind: 'ACCOUNT' };
    });
  const total = accounts.reduce((sum, { originalCents }) => sum + originalCents, 0);
  const share = (percent: number) => Math.round((total * percent) / 100 / thousand) * thousand;
  return [
    ...accounts,
    { ...amounts(share(9)), account: 'FRINGES', description: 'Fringes', kind: 'FRINGES' },
    { ...amounts(share(5)), account: 'CONTINGENCY', description: 'Contingency', kind: 'CONTINGENCY' },
  ];
}

const finalOf = (line: Line) => line.originalCents + line.transferCents + line.overageCents;
const wholeUnits = (cents: number) => Math.ceil(cents / 100) * 100;
/** The account that payroll has paid more than its budget and estimate. */
const paidInFull = 6;
const percentPerWeek = 34;

const amounts = (originalCents: number) => ({ originalCents, transferCents: 0, overageCents: 0 });

/**
 * Adds a locked budget with a transfer and an overage, the payroll of three weeks, and estimates. Nothing of it is drawn
 * from the seed, so that the documents stay as they are.
 */
export function addBudget(show: Show): void {
  const { rows, plan, anchor, baseCurrency, members } = show;
  const showId = plan.id;
  const accountant = members.find(({ membership }) => membership.role === 'Show Admin')?.person;
  const by = { byId: accountant?.id ?? '', byName: accountant?.name ?? '' };
  const at = (days: number) => instant(anchor - days * day);
  const lines = linesOf(show);
  const budgetId = `${showId}-budget-1`;
  const change = { showId, budgetId, ...by };
  const lineOf = (account: string) => lines.find((line) => line.account === account);
  const [contingency, raised, extended] = [lineOf('CONTINGENCY'), lineOf('3301'), lineOf('2101')];
  if (!contingency || !raised || !extended) throw new Error('the chart of the demo lacks an account');
  const entry = (line: Line, cents: number) => ({ account: line.account, cents, finalCents: finalOf(line) });
  const created = lines.map((line) => entry(line, line.originalCents));
  const [moved, overage] = [30 * thousand, 18 * thousand];
  contingency.transferCents -= moved;
  raised.transferCents += moved;
  const transferred = [entry(contingency, -moved), entry(raised, moved)];
  extended.overageCents += overage;
  rows.add(budgets, {
    showId,
    id: budgetId,
    number: 1,
    name: 'Locked script budget',
    status: 'LOCKED',
    currencyCode: baseCurrency,
    revision: 4,
    createdBy: by.byId,
    createdByName: by.byName,
    createdAt: at(120),
    lockedBy: by.byId,
    lockedByName: by.byName,
    lockedAt: at(112),
  });
  rows.add(budgetLines, ...lines.map((line, position) => ({ ...line, showId, budgetId, position })));
  rows.add(
    budgetChanges,
    { ...change, revision: 1, kind: 'CREATED', reason: 'Script budget.xlsx', at: at(120), entries: created },
    { ...change, revision: 2, kind: 'LOCKED', reason: '', at: at(112), entries: [] },
    {
      ...change,
      revision: 3,
      kind: 'TRANSFER',
      reason: 'Two more weeks of the unit base trucks',
      at: at(40),
      entries: transferred,
    },
    {
      ...change,
      revision: 4,
      kind: 'OVERAGE',
      reason: 'Rebuild of the harbour wall, approved by the studio',
      at: at(21),
      entries: [entry(extended, overage)],
    },
  );
  addPayroll(show, lines, by);
  addEstimates(show, lines, by);
}

type User = { byId: string; byName: string };

/** What payroll does not pay. */
const isBought =
  /Rent|Fees|Fares|Hotels|Guarantee|Power|Licences|Per Diem|Allowance|Rights|Deliver|Trailers|Score|Parking|Catering|Office|Omissions/;

/** Accounts that payroll pays: people, with a budget of some size. */
const paidByPayroll = (lines: readonly Line[]) =>
  lines.filter(
    ({ kind, originalCents, description }) =>
      kind === 'ACCOUNT' &&
      originalCents >= 60 * thousand &&
      !isBought.test(description) &&
      [...budgetedAccounts.values()].some((list) => list.some((one) => one.description === description)),
  );

/** Three weekly files of payroll. */
function addPayroll(show: Show, lines: readonly Line[], by: User): void {
  const { rows, plan, anchor, baseCurrency, companies } = show;
  const showId = plan.id;
  const [company] = companies;
  for (const week of [1, 2, 3]) {
    const importId = `${showId}-actuals-${week}`;
    const paidDay = dayOf(anchor - (24 - week * 7) * day);
    const at = instant(anchor - (23 - week * 7) * day);
    const actuals = paidByPayroll(lines).map(({ account, description, originalCents }, n) => ({
      showId,
      importId,
      rowNumber: n + 2,
      account,
      day: paidDay,
      cents: wholeUnits((originalCents * (n === paidInFull ? percentPerWeek : 5 + ((n + week) % 4))) / 100),
      kind: 'PAYROLL' as const,
      number: `PR-${week}${String(n).padStart(3, '0')}`,
      description: `${description}, week ${week}`,
    }));
    rows.add(actualImports, {
      showId,
      id: importId,
      number: week,
      fileName: `Payroll week ${week}.xlsx`,
      fileHash: importId,
      projectCompanyExternalId: company?.projectCompanyExternalId ?? '',
      companyName: company?.name ?? '',
      currencyCode: baseCurrency,
      rowCount: actuals.length,
      totalCents: actuals.reduce((sum, { cents }) => sum + cents, 0),
      firstDay: paidDay,
      lastDay: paidDay,
      ...by,
      at,
    });
    rows.add(otherActuals, ...actuals);
    rows.add(
      budgetMovements,
      ...actuals.map(({ account, cents }, n) => ({
        showId,
        ownerId: importId,
        seq: n + 1,
        documentId: importId,
        lineId: '',
        account,
        coding: noCoding,
        currencyCode: baseCurrency,
        measure: 'OTHER_ACTUAL' as const,
        cents,
        effectiveDay: paidDay,
        recordedAt: at,
      })),
    );
  }
}

/**
 * Every line is estimated: payroll near its budget, the accounts of documents at what was ordered if that is more than
 * their budget, all others at it. One account of payroll costs more than estimated already.
 */
function addEstimates(show: Show, lines: readonly Line[], by: User): void {
  const { rows, plan, anchor, baseCurrency } = show;
  const ordered = orderedByAccount(show);
  const payroll = paidByPayroll(lines);
  const efcOf = (line: Line): number => {
    const n = payroll.indexOf(line);
    if (n === paidInFull) return finalOf(line);
    if (n >= 0) return wholeUnits(line.originalCents * (0.95 + ((n * 5) % 7) / 100));
    return Math.max(finalOf(line), wholeUnits(ordered.get(line.account) ?? 0));
  };
  rows.add(
    accountEstimates,
    ...lines.map((line) => ({
      showId: plan.id,
      currencyCode: baseCurrency,
      account: line.account,
      revision: 1,
      efcCents: efcOf(line),
      day: dayOf(anchor - 2 * day),
      reason: 'Weekly review with the department heads',
      ...by,
      at: instant(anchor - 2 * day),
    })),
  );
}
