import type { FieldChange } from '#domain/history/document-changes';
import { Disclosure } from '../../../parts/controls/disclosure.tsx';
import { ChangedValue } from '../changed-value.tsx';

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
export function ChangedFields(props: { fields: readonly FieldChange[] }) {
  const { fields } = props;
  if (fields.length === 0) return null;
  if (fields.length <= openFields) return <FieldValues fields={fields} />;
  return (
    <Disclosure title={`${fields.length} values`}>
      <FieldValues fields={fields} />
    </Disclosure>
  );
}
