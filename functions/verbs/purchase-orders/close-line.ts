import { Refusal } from '#domain/codes';
import type { FieldChange } from '#domain/history/document-changes';
import { refusal } from '#domain/lifecycle/decide';
import type { PlanRows, Reading } from '#store/d1/query';
import { closeLine, linesQuery } from '#store/show/documents/lines';
import { changeOnce } from '#verbs/approval/idempotent-change';
import { documentChangePlan, performAction } from '#verbs/lifecycle/perform-action';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { purchaseOrderViewPlan } from './view-purchase-order.ts';

export const lineClosingPlan = (context: MembershipContext, id: string) => ({
  ...documentChangePlan(context, id),
  lines: linesQuery(context.store, id),
});
type LineClosingPlan = ReturnType<typeof lineClosingPlan>;

/** Throws `NOT_FOUND` for an unknown line. */
function requireLine<Line extends { id: string }>(lines: readonly Line[], id: string): Line {
  const line = lines.find((one) => one.id === id);
  if (!line) throw new Refusal('NOT_FOUND');
  return line;
}

const stateName = (isClosed: boolean) => (isClosed ? 'Closed' : 'Open');

/**
 * Closes a line of an approved order, of which nothing more is then committed, or reopens it (BUD-55). A line that is
 * so already stays as it is. Returns the data of the order's page. Throws `NOT_FOUND` for an unknown line, `FORBIDDEN`,
 * `WORKFLOW_CONFLICT`.
 */
export function setLineClosed(
  context: RequestContext,
  { id, lineId, isClosed }: { id: string; lineId: string; isClosed: boolean },
  reading: Reading<LineClosingPlan>,
): Promise<PlanRows<typeof purchaseOrderViewPlan>> {
  const action = isClosed ? 'close-line' : 'reopen-line';
  const { stored, lines, subject } = reading.rows;
  const after = purchaseOrderViewPlan(context, id);
  return changeOnce(context, { id, stored, after }, async ({ additionalWrites, ...terms }) => {
    const rows = requireVisible(context, 'PO', subject);
    const refused = refusal(subjectOf(rows), action, actorOf(context), context.settings);
    if (refused) throw new Refusal(refused);
    const line = requireLine(lines, lineId);
    if ((line.closedAt !== null) === isClosed) return { rows, committed: null };
    const change: FieldChange = {
      field: `lines.${lineId}.closed`,
      label: `Line ${line.lineNumber}`,
      before: stateName(!isClosed),
      after: stateName(isClosed),
      unit: 'text',
    };
    return performAction(context, { docType: 'PO', id }, action, reading, {
      input: () => ({ at: context.now }),
      writes: (_change, _subjectRows, current) => {
        // A concurrent request was first.
        if ((requireLine(current.lines, lineId).closedAt !== null) === isClosed)
          throw new Refusal('WORKFLOW_CONFLICT');
        const closed = isClosed ? { at: context.now, byName: actorOf(context).name } : null;
        return [closeLine(context.store, lineId, closed), ...additionalWrites()];
      },
      changes: () => [change],
      ...terms,
    });
  });
}
