import type { PurchaseOrder } from '#domain/purchase-order';
import { asked, statusOf, totalOf, type Model } from './model.ts';
import { read } from './studio-client.ts';
import { waitingFor } from './studio.ts';

/** Everything that the model speaks of, as an admin reads it. */
export async function seenBy(id: string) {
  const po = await read('ada', id);
  const current = po.workflow?.currentStep?.approvers ?? [];
  return {
    status: po.status,
    submissionStatus: po.submissionStatus,
    revision: po.revision,
    version: po.version,
    owner: po.ownerId,
    description: po.description,
    changeOrder: [po.currentChangeOrderNumber, po.newestChangeOrderNumber],
    changeOrders: po.changeOrders.map(({ changeOrderNumber, status }) => [changeOrderNumber, status]),
    total: Math.round(po.totalCost * 100),
    lines: po.lineItems.map((line) => [Math.round(line.totalCost * 100), line.coding['ACCOUNT'] ?? '']),
    lineNumbers: po.lineItems.map(({ lineNumber }) => lineNumber),
    locked: po.lockedLineCount,
    asked: current.filter(({ hasApproved }) => !hasApproved).map(({ userId }) => userId),
    waiting: await waitingFor(id),
    steps: po.workflow?.steps.map(({ status }) => status) ?? null,
    history: po.historyEvents.map(({ type }) => type),
    notes: po.notes.map((note) => `${note.context} ${note.changeOrderNumber}`).toSorted(),
    approved: po.approvalHistory.map(({ totalCost }) => Math.round(totalCost * 100)),
    found: po.foundInAccountingSystem,
  };
}

export function foretold(m: Model): Awaited<ReturnType<typeof seenBy>> {
  const names = { DRAFT: 'Draft', IN_APPROVAL: 'Submitted for approval', APPROVED: 'Approved', VOID: 'Void' };
  return {
    status: statusOf(m) as PurchaseOrder['status'],
    submissionStatus: (m.needsRevision ? 'Needs revision' : names[m.status]) as 'Draft',
    revision: m.revision,
    version: m.version,
    owner: m.owner,
    description: m.description,
    changeOrder: [m.changeOrder.current, m.changeOrder.newest],
    changeOrders: [...m.changeOrder.entries],
    total: totalOf(m.lines),
    lines: m.lines.map(({ cents, coding }) => [cents, coding]),
    lineNumbers: m.lines.map((_line, index) => index + 1),
    locked: m.locked,
    asked: asked(m),
    waiting: asked(m).toSorted(),
    steps: m.flow?.statuses.slice(0, m.flow.final + 1) ?? null,
    history: m.history as PurchaseOrder['historyEvents'][number]['type'][],
    notes: m.notes.toSorted(),
    approved: m.approvedVersions.map(({ lines }) => totalOf(lines)),
    found: m.found,
  } as Awaited<ReturnType<typeof seenBy>>;
}
