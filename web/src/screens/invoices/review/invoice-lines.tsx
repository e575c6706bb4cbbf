import type { ReactNode } from 'react';
import type { Invoice, InvoiceLine } from '#domain/invoices/invoice-response';
import { invoiceLineFields } from '#domain/documents/line-fields';
import { closesLineText } from '#domain/relief/relief-reference';
import { toCents } from '#domain/values/money';
import { Chip } from '../../../parts/display/chip.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { ReliefChip } from '../../../parts/display/relief-chip.tsx';
import { codesOf } from '../../documents/review/line-codes.ts';
import { LineTexts } from '../../documents/review/line-texts.tsx';
import { inApproval } from '#domain/document';
import { orderNumber } from '#domain/documents/document-number';
import { reliefStatuses } from '#domain/relief/relief';
import type { ReliefIndicator, ReliefLine } from '#domain/relief/relief';
import { matchOrder } from '../../../forms/invoice/match-purchase-order.ts';
import { relievableOrders, useRelievable } from '../../../forms/use-relievable.ts';
import { useSession } from '../../../session/session.tsx';
import type { AccountField } from '#domain/reference-data/reference-data-response';

interface LineRelief {
  /** The PO number as printed, if the PO is known. */
  order: string;
  /** Null if the show hides relief indicators (RL-09) or the invoice is void. */
  reliefStatus: { indicator: ReliefIndicator; remaining: number | null } | null;
}

function reliefLine({ referencePo, referencePoLineNumber, amount }: InvoiceLine): ReliefLine {
  return { referencePo, referencePoLineNumber, amountCents: toCents(amount) };
}

/**
 * Returns the PO that each line of a stored invoice relieves, with the relief status. Null for a line without a PO
 * (RL-09, DEC-39).
 */
function useRelief(invoice: Invoice): (line: InvoiceLine) => LineRelief | null {
  const { settings } = useSession().config;
  const isNamed = invoice.lineItems.some(({ referencePo }) => referencePo !== '');
  const { orders } = useRelievable(
    {
      vendorExternalId: isNamed ? (invoice.vendor.externalId ?? '') : '',
      projectCompanyExternalId: invoice.projectCompanyExternalId,
      currencyExternalId: invoice.projectCompanyCurrencyExternalId,
    },
    invoice.id,
  );
  const isShown = settings.displayReliefIndicatorsApp && invoice.status !== 'VOID';
  const counts = inApproval(invoice.status) || invoice.status === 'APPROVED';
  const lines = invoice.lineItems.map(reliefLine);
  const statusOf = reliefStatuses(
    { lines, countedLines: counts ? lines : [] },
    relievableOrders(orders ?? []),
  );
  return (line) => {
    if (line.referencePo === '') return null;
    const order = matchOrder(line.referencePo, orders ?? []);
    return {
      order: order ? orderNumber(order) : line.referencePo,
      reliefStatus: isShown && orders ? statusOf(reliefLine(line)) : null,
    };
  };
}

const head = 'border-b border-line-strong pb-1.5 text-xs font-medium text-ink-muted';
const cell = 'border-b border-line py-2 align-top';

/** The PO that a line relieves, and the relief status (RL-03). */
function Reference(props: { line: InvoiceLine; relief: LineRelief | null; currency: string }) {
  const { line, relief } = props;
  const number = line.referencePoLineNumber;
  if (!relief) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="figures">
        {`PO ${relief.order}`}
        {number === null ? null : <span className="text-ink-muted">{`, line ${number}`}</span>}
      </span>
      {relief.reliefStatus ? <ReliefChip {...relief.reliefStatus} currency={props.currency} /> : null}
      {line.closesPoLine ? <span>{closesLineText}</span> : null}
    </span>
  );
}

function Line(props: {
  line: InvoiceLine;
  relief: LineRelief | null;
  currency: string;
  fields: readonly AccountField[];
  hasReferences: boolean;
}) {
  const { line, currency } = props;
  const codes = codesOf(line, props.fields);
  const reference = <Reference line={line} relief={props.relief} currency={currency} />;
  return (
    <tr>
      <td className={`${cell} figures text-ink-muted`}>{line.lineNumber}</td>
      <td className={`${cell} pr-3 wrap-anywhere`}>
        {line.description}
        <LineTexts fields={invoiceLineFields} line={line} />
        {codes ? <span className="figures block text-xs text-ink-muted">{codes}</span> : null}
        {props.hasReferences ? <span className="block pt-1 text-xs sm:hidden">{reference}</span> : null}
      </td>
      {props.hasReferences ? <td className={`${cell} pr-3 max-sm:hidden`}>{reference}</td> : null}
      <td className={`${cell} text-right`}>
        <Money cents={toCents(line.amount)} currency={currency} />
      </td>
    </tr>
  );
}

/** On a phone the table has no PO column. */
function TotalRow(props: {
  label: ReactNode;
  cents: number;
  currency: string;
  span: number;
  isLast?: boolean;
}) {
  const top = props.isLast ? 'pt-1' : 'pt-3';
  return (
    <tr className="align-baseline">
      <th scope="row" colSpan={props.span} className={`${top} pr-4 text-right font-medium max-sm:hidden`}>
        {props.label}
      </th>
      <th scope="row" colSpan={2} className={`${top} hidden text-left font-medium max-sm:table-cell`}>
        {props.label}
      </th>
      <td className={`${top} text-right ${props.isLast ? 'text-lg font-semibold' : ''}`}>
        <Money cents={props.cents} currency={props.currency} />
      </td>
    </tr>
  );
}

/** The total of the lines and the amount of the invoice (IN-12). */
function Totals(props: { invoice: Invoice; span: number }) {
  const { invoice, span } = props;
  const { currency } = invoice;
  const [amount, lines] = [toCents(invoice.amount), toCents(invoice.totalCost)];
  const difference = (
    <Chip tone="caution" shape="triangle">
      Difference
    </Chip>
  );
  return (
    <tfoot>
      <TotalRow label="Line Item Total" cents={lines} currency={currency} span={span} />
      {amount === lines ? null : (
        <TotalRow label={difference} cents={amount - lines} currency={currency} span={span} />
      )}
      <TotalRow label="Invoice Amount" cents={amount} currency={currency} span={span} isLast />
    </tfoot>
  );
}

/** The lines of an invoice with coding, notes and relieved POs (IN-03). */
export function InvoiceLines(props: { invoice: Invoice; fields: readonly AccountField[] }) {
  const { invoice, fields } = props;
  const { currency } = invoice;
  const reliefOf = useRelief(invoice);
  const hasReferences = invoice.lineItems.some(({ referencePo }) => referencePo !== '');
  return (
    <table aria-label="Line items" className="w-full text-sm">
      <thead>
        <tr>
          <th scope="col" className={`${head} w-8 text-left`}>
            #
          </th>
          <th scope="col" className={`${head} text-left`}>
            Description
          </th>
          {hasReferences ? (
            <th scope="col" className={`${head} text-left max-sm:hidden`}>
              Reference PO
            </th>
          ) : null}
          <th scope="col" className={`${head} w-32 text-right max-sm:w-24`}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lineItems.map((line) => (
          <Line
            key={line.id}
            line={line}
            relief={reliefOf(line)}
            currency={currency}
            fields={fields}
            hasReferences={hasReferences}
          />
        ))}
      </tbody>
      <Totals invoice={invoice} span={hasReferences ? 3 : 2} />
    </table>
  );
}
