import { availableParts } from '#domain/reference-data/chart-of-accounts';
import { MultiSelect } from '../../../parts/fields/multi-select.tsx';
import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { Section } from '../managed-form/section.tsx';

/** The account codes allowed for the lines of this department. No selection allows all (DEC-52, DEC-92). */
export function AccountCodes(props: {
  codes: Readonly<Record<string, string[]>>;
  isReadOnly: boolean;
  onChange: (codes: Record<string, string[]>) => void;
}) {
  const { codes, onChange, isReadOnly } = props;
  const { data: fields, error } = useAccountFields();
  const note = error ? 'Error retrieving CoA fields' : 'Retrieving CoA fields...';
  return (
    <Section
      title="Allowed account codes"
      text="If nothing is selected, every code in the chart of accounts is allowed."
    >
      {fields ? (
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          {fields.map((field) => {
            const picked = codes[field.config_type] ?? [];
            const options = availableParts(field, {}).map(({ id_code: id, description }) => ({
              id,
              text: [id, description].filter(Boolean).join(' · '),
            }));
            const set = (next: string[]) => onChange({ ...codes, [field.config_type]: next });
            return (
              <MultiSelect
                key={field.part_config_id}
                label={field.header}
                placeholder={picked.length === 0 ? 'All codes' : 'Add a code'}
                noneText="All codes"
                isReadOnly={isReadOnly}
                options={options}
                // Shows codes that are no longer in the chart, so that they can be removed.
                picked={picked.map((id) => options.find((one) => one.id === id) ?? { id, text: id })}
                onPick={({ id }) => set([...picked, id])}
                onRemove={(id) => set(picked.filter((one) => one !== id))}
              />
            );
          })}
        </div>
      ) : (
        <p className="text-ink-muted">{note}</p>
      )}
    </Section>
  );
}
