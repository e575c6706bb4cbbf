import { noteBadge } from '#domain/documents/badges';
import { captions } from '#domain/documents/pdf-options';
import { showsEdited } from '#domain/documents/notes';
import type { FieldChange } from '#domain/history/document-changes';
import { keptVote } from '#domain/workflow/workflow-view';
import type { WorkflowStep } from '#domain/workflow/workflow-view';
import { day, instant } from './formatting.ts';
import type { Sheet } from './page-model.ts';

const stepWords: Record<WorkflowStep['status'], string> = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REVISION: 'Revision',
  VOID: 'Void',
  DENIED: 'Denied',
};

/** A document that has ended passes no step any more. */
const isUnreached = ({ status }: WorkflowStep, { mark }: Sheet) => status === 'PENDING' && mark !== '';

function stepTone(step: WorkflowStep, sheet: Sheet): string {
  if (step.status === 'APPROVED') return 'approved';
  if (step.status !== 'PENDING') return 'refused';
  return isUnreached(step, sheet) ? 'open' : 'waiting';
}

function StepStatus({ step, sheet }: { step: WorkflowStep; sheet: Sheet }) {
  const { status, approvers, approvalsNeeded } = step;
  if (isUnreached(step, sheet)) return <>Not reached</>;
  return (
    <>
      {stepWords[status]}
      {status === 'PENDING' && approvalsNeeded > 1 && (
        <span class="muted">
          {' '}
          · {approvers.filter(({ hasApproved }) => hasApproved).length} of {approvalsNeeded}
        </span>
      )}
    </>
  );
}

/** Who has approved, and when; before that, who may. */
function People({ step, sheet }: { step: WorkflowStep; sheet: Sheet }) {
  const approved = step.approvers.filter(({ hasApproved }) => hasApproved);
  // The sentence above the steps says for all of them that they approved an earlier version.
  const contentVersion = sheet.approvalsOf ? null : sheet.contentVersion;
  if (approved.length === 0)
    return (
      <>
        {step.approvers.map(({ userId, name }, index) => (
          <span key={userId}>
            {index > 0 && ', '}
            <bdi>{name}</bdi>
          </span>
        ))}
      </>
    );
  return (
    <>
      {approved.map((approver) => (
        <p key={approver.userId}>
          <bdi>{approver.name}</bdi>
          {approver.approvedAt && <span class="muted"> · {instant(approver.approvedAt, sheet)}</span>}
          {keptVote(approver, contentVersion) && (
            <span class="under">{keptVote(approver, contentVersion)}</span>
          )}
        </p>
      ))}
    </>
  );
}

/** DEC-29: one row per required step, in order. */
export function Approval(sheet: Sheet) {
  const { steps } = sheet;
  if (steps.length === 0) return null;
  return (
    <section class="steps">
      <h2>Approval</h2>
      {sheet.approvalsOf && <p class="muted">{sheet.approvalsOf}</p>}
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
              <td>
                <bdi>{step.name}</bdi>
              </td>
              <td>
                <People step={step} sheet={sheet} />
              </td>
              <td class={`state ${stepTone(step, sheet)}`}>
                <StepStatus step={step} sheet={sheet} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** DEC-54: newest on top. */
export function Notes(sheet: Sheet) {
  const { docType, notes } = sheet;
  if (notes.length === 0) return null;
  return (
    <section>
      <h2>Notes</h2>
      {notes.map((note) => {
        const badge = noteBadge(docType, note);
        return (
          <div class="note" key={note.id}>
            <p class="byline">
              <b>{note.commenter.name}</b> · {instant(note.timestamp, sheet)}
              {showsEdited(note) && ' · EDITED'}
              {badge && <span class="tag">{badge}</span>}
            </p>
            <p dir="auto">{note.content}</p>
          </div>
        );
      })}
    </section>
  );
}

/** From so many on, names stand in two columns. */
const longList = 7;

/** What follows this document, by name. */
export function Notices({ notices }: Sheet) {
  const said = notices.filter(({ lines }) => lines.length > 0);
  if (said.length === 0) return null;
  return (
    <div class="notices">
      {said.map(({ title, lines }) => (
        <section class={lines.length < longList ? 'notice' : 'notice long'} key={title}>
          <h2>{title}</h2>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** One value of a change: what it was, and what it is since. */
function ChangedField({ field, sheet }: { field: FieldChange; sheet: Sheet }) {
  const shown = (text: string) => {
    if (text === '') return '(nothing)';
    return field.unit === 'day' ? day(text, sheet) : text;
  };
  return (
    <span class="under">
      <bdi>{field.label}</bdi>: <bdi>{shown(field.before)}</bdi> → <bdi>{shown(field.after)}</bdi>
    </span>
  );
}

/** DEC-90: history and changes with their values, newest first, on a page of its own. */
export function History(sheet: Sheet) {
  const { docType, title, number, history, timeZone } = sheet;
  if (history.length === 0) return null;
  return (
    <section class="own-page">
      <h2>{captions[docType]} History</h2>
      <p class="muted">
        {title} {number} · times in {timeZone}
      </p>
      <table>
        <colgroup>
          <col style={{ width: '24%' }} />
          <col />
          <col style={{ width: '22%' }} />
        </colgroup>
        <thead>
          <tr>
            <th>Time</th>
            <th>Event</th>
            <th>User</th>
          </tr>
        </thead>
        <tbody>
          {history.map((event) => (
            <tr key={event.id}>
              <td>{instant(event.timeStamp, sheet)}</td>
              <td>
                {event.title}
                {event.note === '' ? null : <span class="under">{event.note}</span>}
                {event.fields.map((field) => (
                  <ChangedField key={field.field} field={field} sheet={sheet} />
                ))}
              </td>
              <td>
                <bdi>{event.userName}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
