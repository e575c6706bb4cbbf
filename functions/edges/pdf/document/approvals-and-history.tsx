import { noteBadge } from '#domain/documents/badges';
import { documentTitles } from '#domain/documents/pdf-options';
import { showsEdited } from '#domain/documents/notes';
import { questionLabel } from '#domain/questions/question';
import type { FieldChange } from '#domain/history/document-changes';
import { castByText, outdatedApprovalText } from '#domain/workflow/workflow-view';
import { day, instant } from './formatting.ts';
import type { PageModel } from './page-model.ts';
import type { WorkflowStep } from '#domain/workflow/workflow-response';

const stepTexts: Record<WorkflowStep['status'], string> = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REVISION: 'Revision',
  VOID: 'Void',
  DENIED: 'Denied',
};

/** A document that has ended passes no further step. */
const isUnreached = ({ status }: WorkflowStep, { watermark }: PageModel) =>
  status === 'PENDING' && watermark !== '';

function stepTone(step: WorkflowStep, model: PageModel): string {
  if (step.status === 'APPROVED') return 'approved';
  if (step.status !== 'PENDING') return 'refused';
  return isUnreached(step, model) ? 'open' : 'waiting';
}

function StepStatus({ step, model }: { step: WorkflowStep; model: PageModel }) {
  const { status, approvers, approvalsNeeded } = step;
  if (isUnreached(step, model)) return <>Not reached</>;
  return (
    <>
      {stepTexts[status]}
      {status === 'PENDING' && approvalsNeeded > 1 && (
        <span class="muted">
          {' '}
          · {approvers.filter(({ hasApproved }) => hasApproved).length} of {approvalsNeeded}
        </span>
      )}
    </>
  );
}

/** The users who approved, with times; before any approval, the approvers. */
function StepApprovers({ step, model }: { step: WorkflowStep; model: PageModel }) {
  const approved = step.approvers.filter(({ hasApproved }) => hasApproved);
  // The note above the steps already covers all of them.
  const contentVersion = model.approvalsNote ? null : model.contentVersion;
  if (approved.length === 0)
    return (
      <>
        {step.approvers.map(({ userId, name, onBehalfOf }, index) => (
          <span key={userId}>
            {index > 0 && ', '}
            <bdi>{name}</bdi>
            {onBehalfOf && (
              <>
                {' '}
                for <bdi>{onBehalfOf.name}</bdi>
              </>
            )}
          </span>
        ))}
      </>
    );
  return (
    <>
      {approved.map((approver) => (
        <p key={approver.userId}>
          <bdi>{approver.name}</bdi>
          {approver.approvedAt && <span class="muted"> · {instant(approver.approvedAt, model)}</span>}
          {castByText(approver) && <span class="under">{castByText(approver)}</span>}
          {outdatedApprovalText(approver, contentVersion) && (
            <span class="under">{outdatedApprovalText(approver, contentVersion)}</span>
          )}
        </p>
      ))}
    </>
  );
}

/** One row per required step, in order (DEC-29). */
export function Approval(model: PageModel) {
  const { steps } = model;
  if (steps.length === 0) return null;
  return (
    <section class="steps">
      <h2>Approval</h2>
      {model.approvalsNote && <p class="muted">{model.approvalsNote}</p>}
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
                <StepApprovers step={step} model={model} />
              </td>
              <td class={`state ${stepTone(step, model)}`}>
                <StepStatus step={step} model={model} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Newest first (DEC-54). */
export function Notes(model: PageModel) {
  const { docType, notes } = model;
  if (notes.length === 0) return null;
  return (
    <section>
      <h2>Notes</h2>
      {notes.map((note) => {
        const badge = noteBadge(docType, note);
        return (
          <div class="note" key={note.id}>
            <p class="byline">
              <b>{note.commenter.name}</b> · {instant(note.timestamp, model)}
              {showsEdited(note) && ' · EDITED'}
              {badge && <span class="tag">{badge}</span>}
              {questionLabel(note) && <span class="tag">{questionLabel(note)}</span>}
            </p>
            <p dir="auto">{note.content}</p>
          </div>
        );
      })}
    </section>
  );
}

/** From this many names on, the list has two columns. */
const twoColumnCount = 7;

/** The names of the files that follow this document. */
export function Notices({ notices }: PageModel) {
  const shownNotices = notices.filter(({ lines }) => lines.length > 0);
  if (shownNotices.length === 0) return null;
  return (
    <div class="notices">
      {shownNotices.map(({ title, lines }) => (
        <section class={lines.length < twoColumnCount ? 'notice' : 'notice long'} key={title}>
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

/** One changed value, before and after. */
/** A field that had no value before, such as a reason, has only its value. */
function ChangedField({ field, model }: { field: FieldChange; model: PageModel }) {
  const format = (text: string) => {
    if (text === '') return '(nothing)';
    return field.unit === 'day' ? day(text, model) : text;
  };
  return (
    <span class="under">
      <bdi>{field.label}</bdi>:{' '}
      {field.before === '' ? null : (
        <>
          <bdi>{format(field.before)}</bdi> →{' '}
        </>
      )}
      <bdi>{format(field.after)}</bdi>
    </span>
  );
}

/** History and changes with their values, newest first, on a separate page (DEC-90). */
export function History(model: PageModel) {
  const { docType, title, number, history, timeZone } = model;
  if (history.length === 0) return null;
  return (
    <section class="own-page">
      <h2>{documentTitles[docType]} History</h2>
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
              <td>{instant(event.timeStamp, model)}</td>
              <td>
                {event.title}
                {event.note === '' ? null : <span class="under">{event.note}</span>}
                {event.fields.map((field) => (
                  <ChangedField key={field.field} field={field} model={model} />
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
