import { toCents } from '#domain/values/money';
import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { Day } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { useSession } from '../../../session/session.tsx';
import { Block, Blocks, PrintedPage, AddressLines } from '../../documents/review/printed-page.tsx';
import { VendorBlock } from '../../documents/review/vendor-block.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import type { Invoice } from '#domain/invoices/invoice-response';

/** The fields that the approver compares with the vendor's document first. */
function Essentials(props: { invoice: Invoice }) {
  const { date, dueDate, amount, currency } = props.invoice;
  return (
    <dl className="grid gap-x-2 [grid-template-columns:auto_auto] max-sm:justify-start sm:justify-end">
      <dt className="text-ink-muted">Invoice Date</dt>
      <dd>
        <Day day={date} />
      </dd>
      <dt className="text-ink-muted">Due Date</dt>
      <dd>
        <Day day={dueDate} />
      </dd>
      <dt className="text-ink-muted">Amount</dt>
      <dd className="font-semibold">
        <Money cents={toCents(amount)} currency={currency} />
      </dd>
    </dl>
  );
}

/** The content of the invoice (IN-01, IN-02), shown next to the vendor's document. */
export function InvoicePage(props: { invoice: Invoice }) {
  const { invoice } = props;
  const { show } = useSession();
  const { data: fields } = useAccountFields();
  const contact = [invoice.contactName, invoice.contactNumber].filter(Boolean).join(', ');
  return (
    <PrintedPage
      label="Invoice"
      title="Invoice"
      number={invoice.number}
      detail={<Essentials invoice={invoice} />}
      from={[invoice.company, show.name]}
    >
      <VendorBlock source={invoice} />
      <Blocks>
        <Block term="Department">{invoice.department?.name ?? '—'}</Block>
        {invoice.category ? <Block term="Category">{invoice.category.name}</Block> : null}
        <Block term="Raised By">{invoice.creator.name}</Block>
        {invoice.accountingPeriod ? <Block term="Period">{invoice.accountingPeriod}</Block> : null}
        {invoice.billToAddress ? (
          <Block term="Bill To">
            <AddressLines address={invoice.billToAddress} />
          </Block>
        ) : null}
        {invoice.shipToAddress ? (
          <Block term="Ship To">
            <AddressLines address={invoice.shipToAddress} />
          </Block>
        ) : null}
        {contact ? <Block term="Contact">{contact}</Block> : null}
      </Blocks>
      <p className="pb-4 text-lg font-medium break-words">{invoice.description}</p>
      <InvoiceLines invoice={invoice} fields={fields ?? []} />
    </PrintedPage>
  );
}
