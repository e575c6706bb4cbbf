import { lineLimit } from '#domain/documents/document-draft';
import { splitInvoiceLine } from '#domain/series/episode-split';
import { emptyInvoiceLine, invoiceLineCents } from '#domain/invoices/invoice-line';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { unitCostInput } from '#domain/documents/line';
import { descriptionField, invoiceLineFields, labelledTexts, textBoxOf } from '#domain/documents/line-fields';
import { fromCents, toCents } from '#domain/values/money';
import { MoneyField } from '../../parts/fields/money-field.tsx';
import { LineCodeCell, LineCodeField } from '../document/lines/line-code-fields.tsx';
import { codeColumns, textColumns } from '../document/lines/line-editor.ts';
import type { LineColumn, LineContext, LineFieldProps, LineEditor } from '../document/lines/line-editor.ts';
import { LineTextCell, LineTextField } from '../document/lines/line-text-field.tsx';
import { LineAmount } from '../document/lines/line-row.tsx';
import { pastedInvoiceLines } from './pasted-lines.ts';
import { isUntouched } from './is-untouched.ts';
import { openLines } from './open-lines.ts';
import { OrderCell, OrderField, OrderLineField } from './relief-fields.tsx';
import { PartialRelief } from './partial-relief.tsx';
import { ReliefMessage } from './relief-message.tsx';
import { ReliefStanding } from './relief-totals.tsx';
import type { Relief } from './relief.ts';

/** A PO reference is copied as a whole, including its line. */
const orderParts = [
  'referencePo',
  'referencePoLineNumber',
  'relievePoLineItemId',
  'relievePoLineItemUuid',
] as const;

/** A chosen PO line fills the empty fields (DEC-38). */
const orderColumn = {
  parts: orderParts,
  alsoSets: ['description', 'coding', 'coaExternalId', 'taxCode'],
} as const;

/** No quantity, unit cost or rental (DEC-91). Relief columns exist only if the show uses relief (RL-08). */
function invoiceColumns(context: LineContext, relief: Relief | null): LineColumn[] {
  const orders: LineColumn[] = [
    { name: 'referencePo', label: 'PO', width: 6.5, ...orderColumn },
    { name: 'referencePoLineNumber', label: 'PO Line', width: 7.5, ...orderColumn },
  ];
  const indicator: LineColumn = {
    name: 'relief',
    label: 'Relief',
    width: 10,
    isReadOnly: true,
    parts: [...orderParts, 'amount'],
  };
  return [
    { name: 'description', label: 'Description', width: 7.25, grows: true },
    ...(relief ? orders : []),
    ...(relief?.showsIndicators ? [indicator] : []),
    ...codeColumns(context),
    ...textColumns(invoiceLineFields),
    { name: 'amount', label: 'Amount', width: 7.5, wideWidth: 8, align: 'right' },
  ];
}

interface InvoiceLineData {
  context: LineContext;
  relief: Relief | null;
}

function InvoiceLineCell(props: InvoiceLineData & { name: string; line: InvoiceLineDraft }) {
  const { name, line, context } = props;
  if (name === 'description' || textBoxOf(invoiceLineFields, name)) return <LineTextCell {...props} />;
  if (name === 'amount') return <LineAmount cents={invoiceLineCents(line)} currency={context.currency} />;
  if (name === 'relief') return <ReliefStanding line={line} currency={context.currency} />;
  if (name === 'referencePo' || name === 'referencePoLineNumber') return <OrderCell {...props} />;
  return <LineCodeCell name={name} line={line} context={context} />;
}

type FieldProps = LineFieldProps<InvoiceLineDraft> & InvoiceLineData;

const noAmount = 'Amount must be a number.';

/** Two decimals, negative allowed; invalid text becomes 0 on blur (DEC-91). */
function AmountField(props: FieldProps) {
  const { line, context, onChange } = props;
  return (
    <MoneyField
      label={props.label}
      hideLabel={props.hideLabel ?? false}
      error={props.error ?? (line.amount === null ? noAmount : null)}
      cents={line.amount === null ? null : toCents(line.amount)}
      currency={context.currency}
      maxLength={unitCostInput.maximumLength}
      draftKey={`${line.keyId} amount`}
      onChange={(cents) => onChange((now) => ({ ...now, amount: cents === null ? null : fromCents(cents) }))}
      restoresZero
    />
  );
}

/** A field of an invoice line, in a table cell or the phone's sheet (LI-38). */
function InvoiceLineField(props: FieldProps) {
  const { name, relief } = props;
  if (name === 'amount') return <AmountField {...props} />;
  if (name === 'description') return <LineTextField {...props} field={descriptionField} />;
  const textBox = textBoxOf(invoiceLineFields, name);
  if (textBox) return <LineTextField {...props} field={textBox} />;
  if (name === 'referencePo' && relief) return <OrderField {...props} relief={relief} />;
  if (name === 'referencePoLineNumber' && relief) return <OrderLineField {...props} relief={relief} />;
  return <LineCodeField {...props} />;
}

function Summary(props: InvoiceLineData & { line: InvoiceLineDraft }) {
  const { line, context } = props;
  if (line.referencePo === '') {
    const texts = labelledTexts(invoiceLineFields, line).map(({ value }) => value);
    return <span className="block truncate">{texts.join(' · ')}</span>;
  }
  return (
    <span className="figures flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>
        PO <OrderCell {...props} name="referencePo" />
        {line.referencePoLineNumber === null ? '' : `, line ${line.referencePoLineNumber}`}
      </span>
      <ReliefStanding line={line} currency={context.currency} />
    </span>
  );
}

/** The lines of an invoice (LI-38, DEC-91). */
export function invoiceLineEditor(context: LineContext, relief: Relief | null): LineEditor<InvoiceLineDraft> {
  const data = { context, relief };
  return {
    context,
    tooMany: `An invoice has at most ${lineLimit} lines.`,
    columns: invoiceColumns(context, relief),
    hasCell: () => true,
    cell: (name, line) => <InvoiceLineCell {...data} name={name} line={line} />,
    field: (props) => <InvoiceLineField {...props} {...data} />,
    cents: invoiceLineCents,
    summary: (line) => <Summary {...data} line={line} />,
    empty: emptyInvoiceLine,
    keepsOne: true,
    isUntouched,
    offer: (lines, newKey) => openLines(lines, relief?.orders ?? [], context, newKey),
    usualWidth: 85.5,
    note: (lines) =>
      relief && (
        <>
          <ReliefMessage lines={lines} relief={relief} />
          <PartialRelief lines={lines} currency={context.currency} />
        </>
      ),
    split: splitInvoiceLine,
    pasted: (text, options) => pastedInvoiceLines(text, { ...context, ...options }, relief),
  };
}
