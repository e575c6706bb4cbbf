import { useWatch } from 'react-hook-form';
import { formatDay } from '#domain/days';
import { descriptionLimit } from '#domain/document-draft';
import { Card } from '../../parts/card.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { useDateFormat } from '../../parts/date-format.tsx';
import { LockedField } from '../../parts/locked-field.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useSession } from '../../session/session.tsx';
import { CompanyFields } from './company-fields.tsx';
import { DepartmentField } from './department-field.tsx';
import { useShowLists } from './reference.ts';
import type { SectionProps } from './vendor-section.tsx';

const changed = { shouldDirty: true } as const;

/** PO-40: the active categories by name, and the document's own although it is no longer active. */
function CategoryField(props: SectionProps) {
  const { form } = props;
  const { data: lists } = useShowLists();
  const category = useWatch({ control: form.control, name: 'category' }) ?? null;
  const offered = (lists?.categories ?? [])
    .filter(({ id, isActive }) => isActive || id === category?.id)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const options = [{ id: '', text: 'None' }, ...offered.map(({ id, name }) => ({ id, text: name }))];
  return (
    <Select
      label="PO Contains (Optional)"
      options={options}
      value={category?.id ?? ''}
      onChange={(id) => {
        const chosen = offered.find((one) => one.id === id);
        form.setValue('category', chosen ? { id: chosen.id, name: chosen.name } : null, changed);
      }}
    />
  );
}

/** PO-24, PO-39: what is beyond the limit of the accounting system is cut as it is typed. */
function DescriptionField(props: SectionProps) {
  const { form } = props;
  const { config } = useSession();
  const description = useWatch({ control: form.control, name: 'description' });
  const limit = descriptionLimit(config.accountingSystem, 'PO');
  return (
    <TextField
      label="Description"
      isRequired
      value={description}
      onChange={(text) => form.setValue('description', Array.from(text).slice(0, limit).join(''), changed)}
      error={props.errorAt('description')}
      hint={`${Array.from(description).length}/${limit}`}
    />
  );
}

/** PO-08, PO-28, UX-06; the day of a change order is the purchase order's (DEC-26). */
function DayField(props: SectionProps) {
  const { form } = props;
  const day = useWatch({ control: form.control, name: 'poDate' });
  const format = useDateFormat();
  if (props.isChangeOrder) {
    const reason = 'A change order keeps the date of the purchase order';
    return <LockedField label="PO Date" isRequired text={formatDay(day, format)} reason={reason} />;
  }
  return (
    <DateField
      label="PO Date"
      isRequired
      value={day}
      onChange={(next) => form.setValue('poDate', next, changed)}
      autoInsertToday
      error={props.errorAt('poDate')}
    />
  );
}

/** What the document is for: description, category, day, company, currency, department (PO-24 to PO-40). */
export function FactsSection(props: SectionProps & { isInApproval: boolean }) {
  return (
    <Card title="What It Is For">
      <div className="grid grid-cols-4 gap-x-6 gap-y-4 max-md:grid-cols-2 max-sm:grid-cols-1">
        <div data-field="description" className="col-span-2 max-sm:col-span-1">
          <DescriptionField {...props} />
        </div>
        <CategoryField {...props} />
        <div data-field="poDate">
          <DayField {...props} />
        </div>
        <CompanyFields {...props} />
        <DepartmentField {...props} />
      </div>
    </Card>
  );
}
