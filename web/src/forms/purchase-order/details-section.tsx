import { memo } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { formatDay } from '#domain/values/days';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { Card } from '../../parts/page/card.tsx';
import { DateField } from '../../parts/fields/date-field.tsx';
import { today, useDateFormat } from '../../parts/display/date-format.tsx';
import { useSession } from '../../session/session.tsx';
import { DisabledField } from '../../parts/fields/disabled-field.tsx';
import { CompanyFields } from '../document/company-fields.tsx';
import { DepartmentField } from '../document/department-field.tsx';
import type { SectionProps } from '../document/model/draft.ts';
import { CategoryField, DescriptionField } from '../document/header-fields.tsx';

interface DetailsProps {
  form: UseFormReturn<PurchaseOrderDraft>;
  section: SectionProps;
  isInApproval: boolean;
}

/** The PO date (PO-08, PO-28, UX-06); a change order keeps that of the purchase order (DEC-26). */
function DayField({ form, section }: DetailsProps) {
  const day = useWatch({ control: form.control, name: 'poDate' });
  const format = useDateFormat();
  const { settings } = useSession().config;
  if (section.isChangeOrder) {
    const reason = 'A change order keeps the date of the purchase order';
    return <DisabledField label="PO Date" isRequired text={formatDay(day, format)} reason={reason} />;
  }
  return (
    <DateField
      label="PO Date"
      isRequired
      value={day}
      onChange={(next) => form.setValue('poDate', next, { shouldDirty: true })}
      autoInsert={() => today(settings.timeZone)}
      error={section.errorAt('poDate')}
    />
  );
}

/** Description, category, date, company, currency and department (PO-24 to PO-40). */
function PurchaseOrderDetailsView(props: DetailsProps) {
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

/** Memoized, because most changes are in other sections. */
export const PurchaseOrderDetails = memo(PurchaseOrderDetailsView);
