import type { FieldChange } from '#domain/history/document-changes';
import { timelineOf } from '#domain/history/timeline';
import { Card } from '../../../parts/page/card.tsx';
import { Disclosure } from '../../../parts/controls/disclosure.tsx';
import { ChangedValue } from '../changed-value.tsx';
import { SidePanelRow } from '../side-panel-row.tsx';
import type { ChangeEvent, HistoryEvent } from '#domain/history/history-response';

/** Up to this many values are shown with their entry. More are collapsed. */
const openFields = 3;

function FieldValues(props: { fields: readonly FieldChange[] }) {
  return (
    <dl className="mt-1 grid gap-1.5">
      {props.fields.map((field) => (
        <div key={field.field}>
          <dt className="text-xs text-ink-muted">{field.label}</dt>
          <dd className="break-words">
            <ChangedValue change={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The values of a change, before and after. */
function Fields(props: { fields: readonly FieldChange[] }) {
  const { fields } = props;
  if (fields.length === 0) return null;
  if (fields.length <= openFields) return <FieldValues fields={fields} />;
  return (
    <Disclosure title={`${fields.length} values`}>
      <FieldValues fields={fields} />
    </Disclosure>
  );
}

/** Who did what, with the changed values, newest first (PO-52, DEC-90). */
export function HistoryPanel(props: { events: readonly HistoryEvent[]; changes: readonly ChangeEvent[] }) {
  const entries = timelineOf(props.events, props.changes);
  if (entries.length === 0) {
    return (
      <Card title="History">
        <p className="text-sm text-ink-muted">Nothing has happened yet.</p>
      </Card>
    );
  }
  return (
    <Card title="History">
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Event</th>
            <th scope="col">User</th>
            <th scope="col">Time</th>
            <th scope="col">Before and after</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <SidePanelRow key={entry.id} what={entry.title} who={entry.userName} at={entry.timeStamp}>
              {entry.note === '' ? null : <p className="text-xs text-ink-muted">{entry.note}</p>}
              <Fields fields={entry.fields} />
            </SidePanelRow>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
