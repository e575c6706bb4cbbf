import { memo } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { invoiceNumberLimit } from '#domain/invoices/invoice';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { unitCostInput } from '#domain/documents/line';
import { fromCents, toCents } from '#domain/values/money';
import { Card } from '../../parts/page/card.tsx';
import { DateField } from '../../parts/fields/date-field.tsx';
import { MoneyField } from '../../parts/fields/money-field.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import { CompanyFields } from '../document/company-fields.tsx';
import type { SectionProps } from '../document/model/draft.ts';
import { CategoryField, DescriptionField } from '../document/header-fields.tsx';
import { InvoiceDepartmentField } from './department.tsx';
import type { Relief } from './relief.ts';

interface DetailsProps {
  form: UseFormReturn<InvoiceDraft>;
  section: SectionProps;
  currency: string;
  relief: Relief | null;
  isInApproval: boolean;
}

const changed = { shouldDirty: true } as const;

/** The vendor's invoice number (IN-07). */
function NumberField({ form, section }: DetailsProps) {
  const number = useWatch({ control: form.control, name: 'number' });
  return (
    <div data-field="number">
      <TextField
        label="Invoice Number"
        isRequired
        value={number}
        maxLength={invoiceNumberLimit}
        autoComplete="off"
        // For an invoice based on another document, the number is the first missing value.
        startsFocused={section.isNew && number === '' && form.getValues('vendor') !== null}
        onChange={(text) => form.setValue('number', text, changed)}
        error={section.errorAt('number')}
      />
    </div>
  );
}

/** The dates printed on the invoice, so they have no default (IN-09, IN-10, DEC-95). */
function DayField(props: DetailsProps & { name: 'date' | 'dueDate'; label: string }) {
  const { form, name } = props;
  const day = useWatch({ control: form.control, name });
  const invoiceDay = useWatch({ control: form.control, name: 'date' });
  return (
    <div data-field={name}>
      <DateField
        label={props.label}
        isRequired
        value={day}
        // Vendors state when an invoice is due as days after its date.
        {...(name === 'dueDate' && { countFrom: invoiceDay })}
        onChange={(next) => form.setValue(name, next, changed)}
        error={props.section.errorAt(name)}
      />
    </div>
  );
}

/** The amount to be paid; negative for a credit (IN-06, DEC-36). */
function AmountField({ form, section, currency }: DetailsProps) {
  const amount = useWatch({ control: form.control, name: 'amount' });
  const set = (cents: number | null) => {
    form.setValue('amount', cents === null ? null : fromCents(cents), changed);
    form.setValue('userTotal', cents === null ? '' : fromCents(cents).toFixed(2));
  };
  return (
    <div data-field="amount">
      <MoneyField
        label="Amount"
        isRequired
        cents={amount === null ? null : toCents(amount)}
        currency={currency}
        maxLength={unitCostInput.maximumLength}
        onChange={set}
        error={section.errorAt('amount')}
      />
    </div>
  );
}

/** The invoice's own data, its purpose and its department (IN-06 to IN-11). */
function InvoiceDetailsView(props: DetailsProps) {
  const { section } = props;
  return (
    <Card title="What It Is For">
      <div className="grid grid-cols-4 gap-x-6 gap-y-4 max-md:grid-cols-2 max-sm:grid-cols-1">
        <NumberField {...props} />
        <DayField {...props} name="date" label="Invoice Date" />
        <DayField {...props} name="dueDate" label="Due Date" />
        <AmountField {...props} />
        <DescriptionField {...section} />
        <CategoryField {...section} label="Invoice Contains (Optional)" />
        <InvoiceDepartmentField {...props} />
        <CompanyFields {...section} />
      </div>
    </Card>
  );
}

/** Memoized, because most changes are in other sections. */
export const InvoiceDetails = memo(InvoiceDetailsView);
