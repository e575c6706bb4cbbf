import type { DocType } from '#domain/document';
import { hoursBefore } from '#domain/days';
import { fromCents } from '#domain/money';
import { moduleVisible } from '#domain/permissions';
import { commitmentsShown, waitingAges } from '#domain/waiting';
import type { WaitingAge } from '#domain/waiting';
import { visibilityFor } from '#domain/visibility';
import { readHome } from '#store/show/read-home';
import { viewerOf } from './context.ts';
import type { ShowContext } from './context.ts';

export interface Home {
  /** What waits for the user, by type, age and currency. */
  waiting: {
    docType: DocType;
    age: WaitingAge;
    currency: string;
    count: number;
    totalCost: number;
    /** Since when the oldest of them has waited. */
    since: string;
  }[];
  /** What the approved purchase orders that the user sees commit, the most first, in one currency: the one most used. */
  commitments: {
    currency: string;
    departments: { id: string | null; name: string; committed: number; invoiced: number }[];
    /** Departments beyond those. */
    others: number;
  } | null;
}

/** The approver's home: what waits by age and amount, and commitments by department. */
export async function viewHome(context: ShowContext): Promise<Home> {
  const viewer = viewerOf(context);
  const bounds = waitingAges.flatMap(({ upToHours }) =>
    upToHours === null ? [] : [hoursBefore(context.now, upToHours)],
  );
  const found = await readHome(context.store, {
    userId: context.user.id,
    ageBounds: bounds,
    orders: [visibilityFor(viewer, 'PO', 'CREATOR'), visibilityFor(viewer, 'PO', 'APPROVER')],
  });
  return {
    waiting: found.waiting
      .filter(({ docType }) => moduleVisible(context.modules, docType))
      .map(({ docType, age, currency, count, totalCents, oldest }) => ({
        docType,
        age: waitingAges[age]?.id ?? 'LONGER',
        currency,
        count,
        totalCost: fromCents(totalCents),
        since: oldest,
      })),
    commitments: commitmentsOf(found.commitments),
  };
}

type CommitmentRows = Awaited<ReturnType<typeof readHome>>['commitments'];

/** Amounts of two currencies do not stand on one scale: the one with the most departments is drawn. */
function commitmentsOf(rows: CommitmentRows): Home['commitments'] {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  const [main] = [...byCurrency].toSorted(([, a], [, b]) => b.length - a.length);
  if (!main) return null;
  const [currency, departments] = main;
  return {
    currency,
    departments: departments.slice(0, commitmentsShown).map((row) => ({
      id: row.departmentId,
      name: row.department,
      committed: fromCents(row.committedCents),
      invoiced: fromCents(row.invoicedCents),
    })),
    others: Math.max(0, departments.length - commitmentsShown),
  };
}
