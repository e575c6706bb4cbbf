import { noteBadge } from '#domain/badges';
import { historyTexts } from '#domain/history';
import type { Note } from '#domain/notes';
import { orderNumber } from '#domain/purchase-order';
import type { WorkflowStep } from '#domain/workflow-view';
import { instant } from './facts.ts';
import type { PrintedOrder } from './printed-order.ts';

const stepWords: Record<WorkflowStep['status'], string> = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REVISION: 'Revision',
  VOID: 'Void',
  DENIED: 'Denied',
};

function stepTone(status: WorkflowStep['status']): string {
  if (status === 'APPROVED') return 'approved';
  return status === 'PENDING' ? '' : 'refused';
}

/** Who has approved; before that, who may. */
function people({ approvers }: WorkflowStep): string {
  const approved = approvers.filter(({ hasApproved }) => hasApproved);
  return (approved.length > 0 ? approved : approvers).map(({ name }) => name).join(', ');
}

/** DEC-29: one row per required step, in order. */
export function Approval({ purchaseOrder }: PrintedOrder) {
  const steps = purchaseOrder.workflow?.steps ?? [];
  if (steps.length === 0) return null;
  return (
    <section class="steps">
      <h2>Approval</h2>
      <table>
        <colgroup>
          <col style={{ width: '30%' }} />
          <col />
          <col style={{ width: '22%' }} />
        </colgroup>
        <thead>
          <tr>
            <th>Step</th>
            <th>Approvers</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.id}>
              <td>{step.name}</td>
              <td>{people(step)}</td>
              <td class={`state ${stepTone(step.status)}`}>
                {stepWords[step.status]}
                {step.status === 'PENDING' && step.approvalsNeeded > 1 && (
                  <span class="muted">
                    {' '}
                    · {step.approvers.filter(({ hasApproved }) => hasApproved).length} of{' '}
                    {step.approvalsNeeded}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** NO-06. */
function isEdited({ isEdited: flag, createdTimestamp, updatedTimestamp }: Note): boolean {
  return flag || createdTimestamp !== updatedTimestamp;
}

/** DEC-54: newest on top; hidden notes are for nobody. */
export function Notes(order: PrintedOrder) {
  const { purchaseOrder, options } = order;
  const notes = purchaseOrder.notes.filter(({ context }) => context !== 'HIDDEN');
  if (!options.includePoNotes || notes.length === 0) return null;
  return (
    <section>
      <h2>Notes</h2>
      {notes.map((note) => {
        const badge = noteBadge('PO', note);
        return (
          <div class="note" key={note.id}>
            <p class="byline">
              <b>{note.commenter.name}</b> · {instant(note.timestamp, order)}
              {isEdited(note) && ' · EDITED'}
              {badge && <span class="tag">{badge}</span>}
            </p>
            <p>{note.content}</p>
          </div>
        );
      })}
    </section>
  );
}

/** What follows this document, by name. */
export function Enclosures({ purchaseOrder, options, hasTerms }: PrintedOrder) {
  const labels = options.includePoAttachments ? purchaseOrder.attachments.map(({ label }) => label) : [];
  const withTerms = options.includeTC && hasTerms;
  return (
    <>
      {withTerms && (
        <section class="notice">
          <h2>Terms &amp; Conditions</h2>
          <p>The terms and conditions on the pages that follow are part of this purchase order.</p>
        </section>
      )}
      {labels.length > 0 && (
        <section class="notice">
          <h2>Attachments</h2>
          <ul>
            {labels.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** DEC-90: newest first, on a page of its own. */
export function History(order: PrintedOrder) {
  const { purchaseOrder, options, timeZone } = order;
  const { historyEvents } = purchaseOrder;
  if (!options.includePoHistory || historyEvents.length === 0) return null;
  return (
    <section class="own-page">
      <h2>PO History</h2>
      <p class="muted">
        Purchase Order {orderNumber(purchaseOrder)} · times in {timeZone}
      </p>
      <table>
        <colgroup>
          <col style={{ width: '30%' }} />
          <col style={{ width: '28%' }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th>Time</th>
            <th>Event</th>
            <th>User</th>
          </tr>
        </thead>
        <tbody>
          {historyEvents.map((event) => (
            <tr key={event.id}>
              <td>{instant(event.timeStamp, order)}</td>
              <td>{historyTexts[event.type]}</td>
              <td>{event.userName}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
