import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { SelectOrDisabled } from '../../../parts/fields/disabled-field.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import { useSession } from '../../../session/session.tsx';
import type { SectionProps } from '../model/draft.ts';
import { useVendorDetails } from '../model/use-reference-data.ts';
import { defaultContact, onlyAddress, onlyContact } from './vendor-draft.ts';
import { Fact, VendorEmail } from './vendor-details.tsx';
import type { VendorAddress } from '#domain/reference-data/vendor-response';
import type { VendorDetails } from '#domain/reference-data/reference-data-response';

const changed = { shouldDirty: true } as const;

/** Why the address cannot be chosen, or null (AC-10, PO-36). */
function noChoiceReason(
  details: VendorDetails | undefined,
  failed: boolean,
  offered: readonly VendorAddress[],
  chosen: string | null,
): string | null {
  if (failed) return 'No options available';
  if (!details) return 'Loading information...';
  if (offered.length === 0) return 'No options available';
  return offered.length === 1 && offered[0]?.id === chosen ? 'This vendor has only one address' : null;
}

/**
 * The vendor's contacts without duplicate names; the document's own contact stays although accounting no longer has it.
 * Without a choice, a save takes the default contact, so the option names it.
 */
function contactOptions(details: VendorDetails | undefined, chosen: string): Option[] {
  const usual = defaultContact(details);
  const none: Option = usual
    ? { id: '', text: `${usual.name} (default)`, detail: usual.contact_details.email }
    : { id: '', text: 'None' };
  const options = new Map<string, Option>([['', none]]);
  for (const { name, contact_details: contact } of details?.contacts ?? []) {
    if (!options.has(name) && (name !== usual?.name || name === chosen))
      options.set(name, { id: name, text: name, detail: contact.email });
  }
  if (!options.has(chosen)) options.set(chosen, { id: chosen, text: chosen });
  return [...options.values()];
}

interface PermanentProps extends SectionProps {
  vendorId: string;
  /** Chosen in this form: a duplicate or a restored draft has its own contact, or none. */
  isChosenHere: boolean;
}

/**
 * Selects the only address, and the only contact of a vendor that was chosen here. A save waits until they are known
 * (DEC-95).
 */
function usePreselection(
  { form, isChosenHere, pendingChoice }: PermanentProps,
  details: VendorDetails | undefined,
  failed: boolean,
): void {
  const preselect = useEffectEvent((found: VendorDetails | undefined) => {
    if (!found) return;
    // Without a choice by the user this is not their input.
    const shouldDirty = form.getFieldState('vendor').isDirty;
    const only = onlyAddress(found);
    if (!form.getValues('vendorAddress') && only) form.setValue('vendorAddress', only, { shouldDirty });
    const name = isChosenHere && form.getValues('vendorContact') === '' ? onlyContact(found) : '';
    if (name !== '') form.setValue('vendorContact', name, { shouldDirty });
  });
  useEffect(() => preselect(details), [details]);
  const isLoading = !details && !failed;
  useEffect(() => {
    if (!isLoading) return undefined;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    pendingChoice.add(promise);
    return () => resolve(true);
  }, [isLoading, pendingChoice]);
}

/** Address and contact of a permanent vendor (VE-03). */
export function PermanentVendor(props: PermanentProps) {
  const { form } = props;
  const { config } = useSession();
  const { data, error } = useVendorDetails(props.vendorId);
  const address = useWatch({ control: form.control, name: 'vendorAddress' });
  const contact = useWatch({ control: form.control, name: 'vendorContact' });
  const failed = error !== undefined;
  usePreselection(props, data, failed);
  const offered = data?.addresses.filter(({ isActive, id }) => isActive || id === address?.id) ?? [];
  const person = contact === '' ? defaultContact(data) : data?.contacts.find(({ name }) => name === contact);
  const contacts = contactOptions(data, contact);
  const warns = props.docType === 'PO' && config.settings.vendorEmailAutoSendEnabled;
  return (
    <>
      <div data-field="vendorAddress" className="min-w-0">
        <SelectOrDisabled
          label="Vendor Address"
          isRequired
          options={offered.map((one) => ({ id: one.id, text: one.address, detail: one.name }))}
          value={address?.id ?? null}
          onChange={(id) => form.setValue('vendorAddress', id === null ? null : { id }, changed)}
          reason={noChoiceReason(data, failed, offered, address?.id ?? null)}
          // Only the save would tell otherwise, for the address looks as if it belonged to the vendor.
          {...(data && !failed && address === null && offered.length > 1
            ? { hint: `Choose one of ${offered.length} addresses.` }
            : {})}
          error={props.errorAt('vendorAddress')}
        />
      </div>
      <SelectOrDisabled
        label="Vendor Contact"
        options={contacts}
        value={contact}
        onChange={(name) => form.setValue('vendorContact', name ?? '', changed)}
        reason={contacts.length > 1 ? null : data ? 'No options available' : 'Loading information...'}
      />
      <dl className="grid grid-cols-[fit-content(70%)_minmax(0,1fr)] content-center gap-4 text-sm max-xs:grid-cols-1">
        <Fact term="Vendor Email">
          <VendorEmail details={data} failed={failed} warns={warns} />
        </Fact>
        <Fact term="Phone Number">{person?.contact_details.phone || '—'}</Fact>
      </dl>
    </>
  );
}
