import { useEffect, useEffectEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import type { VendorDraft } from '#domain/vendor';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Select } from '../../parts/select.tsx';
import { useSession } from '../../session/session.tsx';
import { useVendorDetails } from './reference.ts';
import { onlyAddress, onlyContact } from './vendor-draft.ts';
import { Fact, TemporaryVendorFacts, VendorEmail } from './vendor-facts.tsx';
import { VendorSearch } from './vendor-search.tsx';

export interface SectionProps {
  form: UseFormReturn<PurchaseOrderDraft>;
  /** The words for a field that breaks a rule, or null. */
  errorAt: (field: string) => string | null;
  /** A change order is open: what it keeps cannot be changed (DEC-26). */
  isChangeOrder: boolean;
}

const changed = { shouldDirty: true } as const;

function PermanentVendor(props: SectionProps & { vendorId: string }) {
  const { form, errorAt } = props;
  const { config } = useSession();
  const { data, error } = useVendorDetails(props.vendorId);
  const address = useWatch({ control: form.control, name: 'vendorAddress' });
  const contact = useWatch({ control: form.control, name: 'vendorContact' });
  const preselect = useEffectEvent((details: typeof data) => {
    if (!details) return;
    const only = onlyAddress(details);
    if (!form.getValues('vendorAddress') && only) form.setValue('vendorAddress', only, changed);
    const name = onlyContact(details);
    if (form.getValues('vendorContact') === '' && name) form.setValue('vendorContact', name, changed);
  });
  useEffect(() => preselect(data), [data]);
  const addresses = data?.addresses.filter(({ isActive, id }) => isActive || id === address?.id) ?? [];
  const person = data?.contacts.find(({ name }) => name === contact);
  return (
    <div className="grid gap-3">
      <Select
        label="Vendor Address"
        isRequired
        placeholder={data ? 'Select' : 'Loading information...'}
        options={addresses.map((one) => ({ id: one.id, text: one.address, detail: one.name }))}
        value={address?.id ?? null}
        onChange={(id) => form.setValue('vendorAddress', id === null ? null : { id }, changed)}
        isDisabled={addresses.length <= 1}
        error={errorAt('vendorAddress')}
      />
      <Select
        label="Vendor Contact"
        options={[
          { id: '', text: 'None' },
          ...(data?.contacts ?? []).map(({ name, contact_details }) => ({
            id: name,
            text: name,
            detail: contact_details.email,
          })),
        ]}
        value={contact}
        onChange={(name) => form.setValue('vendorContact', name ?? '', changed)}
        isDisabled={!data || data.contacts.length === 0}
      />
      <dl className="grid grid-cols-2 gap-4 text-sm">
        <Fact term="Vendor Email">
          <VendorEmail
            details={data}
            failed={error !== undefined}
            warns={config.settings.vendorEmailAutoSendEnabled}
          />
        </Fact>
        <Fact term="Phone Number">{person?.contact_details.phone || '—'}</Fact>
      </dl>
    </div>
  );
}

/** Who is paid: found, or made up for now; then the address and the person (VE-03 to VE-13, DEC-95). */
export function VendorSection(props: SectionProps) {
  const { form, errorAt } = props;
  const vendor = useWatch({ control: form.control, name: 'vendor' }) ?? null;
  const choose = (next: VendorDraft | null) => {
    form.setValue('vendorAddress', null, changed);
    form.setValue('vendorContact', next?.isTemporary ? next.contact : '', changed);
    form.setValue('vendor', next, changed);
  };
  const details = vendor?.isTemporary ? (
    <TemporaryVendorFacts vendor={vendor} />
  ) : vendor?.id ? (
    <PermanentVendor {...props} key={vendor.id} vendorId={vendor.id} />
  ) : (
    <p className="self-center text-sm text-ink-muted">
      The address and the contact can be chosen once there is a vendor.
    </p>
  );
  return (
    <Card title="Vendor" aside={vendor?.isTemporary ? <Chip tone="caution">Temporary</Chip> : null}>
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-sm:grid-cols-1">
        <div data-field="vendor">
          <VendorSearch
            vendor={vendor}
            onChange={choose}
            error={errorAt('vendor')}
            isLocked={props.isChangeOrder && vendor !== null && !vendor.isTemporary}
          />
        </div>
        <div data-field="vendorAddress">{details}</div>
      </div>
    </Card>
  );
}
