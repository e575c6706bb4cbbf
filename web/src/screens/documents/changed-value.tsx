import type { FieldChange } from '#domain/history/document-changes';
import { Day } from '../../parts/display/date-format.tsx';

function Value(props: { text: string; unit: FieldChange['unit'] }) {
  if (props.text === '') return <span className="font-normal text-ink-muted">(nothing)</span>;
  return props.unit === 'day' ? <Day day={props.text} /> : props.text;
}

/** The value before and after a change. An added value has no value before. */
export function ChangedValue({ change }: { change: Pick<FieldChange, 'before' | 'after' | 'unit'> }) {
  const { before, after, unit } = change;
  return (
    <>
      {before === '' ? null : (
        <>
          <del className="text-ink-muted">
            <span className="sr-only">Before: </span>
            <Value text={before} unit={unit} />
          </del>
          <span aria-hidden className="px-1.5 text-ink-muted">
            →
          </span>
        </>
      )}
      <ins className="no-underline">
        <span className="sr-only">Now: </span>
        <Value text={after} unit={unit} />
      </ins>
    </>
  );
}

/** Values with their labels, each before and after. */
export function ChangedValues(props: { fields: readonly FieldChange[] }) {
  return (
    <dl className="grid gap-1.5 text-sm">
      {props.fields.map((change) => (
        <div
          key={`${change.field} ${change.label} ${change.after}`}
          className="grid gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          {/* Cleared votes have no value afterwards. */}
          <dt className="text-ink-muted">
            {change.field === 'approvals' ? 'Approvals dropped' : change.label}
          </dt>
          <dd className="min-w-0 font-medium break-words">
            {change.field === 'approvals' ? change.before : <ChangedValue change={change} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
