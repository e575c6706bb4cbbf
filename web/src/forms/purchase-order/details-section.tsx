import { memo } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { formatDay } from '#domain/values/days';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { Card } from '../../parts/page/card.tsx';
import { DateField } from '../../parts/fields/date-field.tsx';
import { useDateFormat } from '../../parts/display/date-format.tsx';
import { LockedField } from '../../parts/fields/disabled-field.tsx';
import { CompanyFields } from '../document/company-fields.tsx';
import { DepartmentField } from '../document/department-field.tsx';
import type { SectionProps } from '../document/model/draft.ts';
import { CategoryField, DescriptionField } from '../document/header-fields.tsx';

interface FactsProps {
  form: UseFormReturn<PurchaseOrderDraft>;
  section: SectionProps;
  isInApproval: boolean;
}

/** PO-08, PO-28, UX-06; the day of a change order is the purchase order's (DEC-26). */
function DayField({ form, section }: FactsProps) {
  const day = useWatch({ control: form.control, name: 'poDate' });
  const format = useDateFormat();
  if (section.isChangeOrder) {
    const reason = 'A change order keeps the date of the purchase order';
    return <LockedField label="PO Date" isRequired text={formatDay(day, format)} reason={reason} />;
  }
  return (
    <DateField
      label="PO Date"
      isRequired
      value={day}
      onChange={(next) => form.setValue('poDate', next, { shouldDirty: true })}
      autoInsertToday
      error={section.errorAt('poDate')}
    />
  );
}

/** What the document is for: description, category, day, company, currency, department (PO-24 to PO-40). */
function OrderFactsView(props: FactsProps) {
  const { section } = props;
  return (
    <Card title="What It Is For">
      <div className="grid grid-cols-4 gap-x-6 gap-y-4 max-md:grid-cols-2 max-sm:grid-cols-1">
        <DescriptionField {...section} />
        <CategoryField {...section} label="PO Contains (Optional)" />
        <div data-field="poDate">
          <DayField {...props} />
        </div>
        <CompanyFields {...section} />
        <DepartmentField {...section} isInApproval={props.isInApproval} />
      </div>
    </Card>
  );
}

/** Not drawn again for what changes elsewhere in the form. */
export const OrderFacts = memo(OrderFactsView);
