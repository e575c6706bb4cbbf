import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-aria-components/Link';
import { withoutLostCodes } from '#domain/chart-of-accounts';
import { toCents } from '#domain/money';
import { orderNumber } from '#domain/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-order';
import type { VendorDraft } from '#domain/vendor';
import { Day } from '../../parts/date-format.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { Money } from '../../parts/money.tsx';
import type { SectionProps, SharedForm } from './draft.ts';
import { codedLike } from './line-edits.ts';
import { useAccountFields, useCompanies, useShowLists } from './reference.ts';
import { takeOver, useLastOrders } from './use-last-order.ts';

/** The codes of its first coded line that the chart still has. */
function useItsCodes(form: SharedForm, order: PurchaseOrder): (() => void) | null {
  const { data: fields } = useAccountFields();
  const coded = order.lineItems.find(({ coding }) => Object.keys(coding).length > 0);
  if (!fields || !coded) return null;
  const coding = withoutLostCodes(coded.coding, fields);
  const like = {
    ...coded,
    coding,
    coaExternalId: coding['ACCOUNT'] === undefined ? null : coded.coaExternalId,
  };
  return () =>
    form.setValue(
      'lineItems',
      form.getValues('lineItems').map((line) => codedLike(like, line)),
      { shouldDirty: true },
    );
}

function Told({ form, order }: { form: SharedForm; order: PurchaseOrder }) {
  const code = useItsCodes(form, order);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted max-sm:gap-x-3">
      <span>Last PO</span>
      <Link
        href={`/po/review/${order.id}/creator`}
        target="_blank"
        className="touch:inline-flex touch:min-h-11 touch:items-center figures rounded-sm font-medium text-ink underline underline-offset-2 data-hovered:no-underline"
      >
        {orderNumber(order)}
        <span className="sr-only"> (opens a new tab)</span>
      </Link>
      <span className="max-sm:hidden">
        <Day day={order.poDate} />
      </span>
      <Money cents={toCents(order.totalCost)} currency={order.currency} />
      {code ? <LinkButton onPress={code}>Use Its Codes</LinkButton> : null}
    </p>
  );
}

/**
 * The vendor's last purchase order beside a new document: one step away, its codes to be had for all lines; company,
 * currency and addresses that nobody has chosen yet are as there.
 */
export function LastOrder(props: SectionProps & { vendor: VendorDraft }) {
  const { form } = props;
  const last = useLastOrders(props.vendor);
  const { data: companies } = useCompanies();
  const { data: lists } = useShowLists();
  const fill = useEffectEvent((found: typeof last, offered: typeof companies, show: typeof lists) => {
    // A choice of the user's own, not a copy or what was kept, asks for what goes with it.
    if (!found?.like || !offered || !show || !form.getFieldState('vendor').isDirty) return;
    const addressIds = show.addresses.filter(({ isActive }) => isActive).map(({ id }) => id);
    takeOver(form, found.like, { companies: offered, addressIds });
  });
  useEffect(() => fill(last, companies, lists), [last, companies, lists]);
  return last?.ofVendor ? <Told form={form} order={last.ofVendor} /> : null;
}
