import { memo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { VendorDraft } from '#domain/reference-data/vendor';
import { Card } from '../../../parts/page/card.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { DisabledField } from '../../../parts/fields/disabled-field.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import type { SectionProps } from '../model/draft.ts';
import { LastPurchaseOrder } from './last-purchase-order.tsx';
import { PermanentVendor } from './permanent-vendor.tsx';
import { TemporaryVendorFacts } from './vendor-details.tsx';
import { useLastPurchaseOrder } from './use-last-purchase-order.ts';
import { VendorSearch } from './vendor-search.tsx';

const changed = { shouldDirty: true } as const;

/** The fields of the chosen vendor; without one, the disabled address field (PO-35). */
function Details(props: SectionProps & { vendor: VendorDraft | null; chosenId: string | null }) {
  const { vendor, chosenId } = props;
  if (vendor?.isTemporary) return <TemporaryVendorFacts vendor={vendor} />;
  if (vendor?.id) {
    const isChosenHere = vendor.id === chosenId;
    return <PermanentVendor {...props} key={vendor.id} vendorId={vendor.id} isChosenHere={isChosenHere} />;
  }
  return (
    <div data-field="vendorAddress">
      <DisabledField label="Vendor Address" isRequired text="Select" reason="Select a vendor" />
    </div>
  );
}

/** The vendor, permanent or temporary, with address and contact (VE-03 to VE-13, DEC-95). */
function VendorSectionView(props: SectionProps) {
  const { form, errorAt } = props;
  const vendor = useWatch({ control: form.control, name: 'vendor' }) ?? null;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const phone = useIsPhone();
  const last = useLastPurchaseOrder(form, props.isNew ? vendor : null);
  const choose = (next: VendorDraft | null) => {
    form.setValue('vendorAddress', null, changed);
    form.setValue('vendorContact', next?.isTemporary ? next.contact : '', changed);
    form.setValue('vendor', next, changed);
    setChosenId(next?.id ?? null);
    last.chosen(next);
  };
  return (
    <Card title="Vendor" aside={vendor?.isTemporary ? <Chip tone="caution">Temporary</Chip> : null}>
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-sm:grid-cols-1">
        <div data-field="vendor" className="grid min-w-0 content-start gap-1">
          <VendorSearch
            vendor={vendor}
            onChange={choose}
            pendingChoice={props.pendingChoice}
            error={errorAt('vendor')}
            documentId={props.documentId}
            isLocked={props.isChangeOrder && vendor !== null && !vendor.isTemporary}
            startsFocused={props.isNew && vendor === null && !phone}
          />
          {last.order ? <LastPurchaseOrder form={form} order={last.order} /> : null}
        </div>
        <Details {...props} vendor={vendor} chosenId={chosenId} />
      </div>
    </Card>
  );
}

/** Memoized, because most changes are in other sections. */
export const VendorSection = memo(VendorSectionView);
