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
