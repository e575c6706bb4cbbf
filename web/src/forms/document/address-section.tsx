import { memo } from 'react';
import { useWatch } from 'react-hook-form';
import { Card } from '../../parts/page/card.tsx';
import { SelectOrDisabled } from '../../parts/fields/disabled-field.tsx';
import type { Option } from '../../parts/fields/select.tsx';
import type { SectionProps } from './model/draft.ts';
import { useShowLists } from './model/use-reference-data.ts';
import type { ShowAddress } from './model/use-reference-data.ts';

function optionOf(address: ShowAddress): Option {
  const { address1, address2, city, state, zip } = address;
  const detail = [address1, address2, [city, state, zip].filter(Boolean).join(' ')].filter(Boolean);
  return { id: address.id, text: address.name, detail: detail.join(', ') };
}

/**
 * A select of the show's addresses of one kind; an inactive address stays selectable if it is the current one (PO-37).
 */
function AddressField(props: SectionProps & { name: 'billToAddressId' | 'shipToAddressId' }) {
  const { form, name } = props;
  const kind = name === 'billToAddressId' ? 'BILL_TO' : 'SHIP_TO';
  const { data: lists } = useShowLists();
  const id = useWatch({ control: form.control, name });
  const offered = (lists?.addresses ?? [])
    .filter((address) => address.addressType === kind && (address.isActive || address.id === id))
    .map(optionOf);
  const chosen = offered.find((option) => option.id === id);
  const isLost = props.lostAddresses.includes(name) && id === null;
  const lost = isLost ? 'The copied address is no longer in use. Choose another one or leave it empty.' : '';
  const reason = lists ? (offered.length === 0 ? 'No options available' : null) : 'Loading information...';
  return (
    <SelectOrDisabled
      label={kind === 'BILL_TO' ? 'Bill To' : 'Ship To'}
      options={[{ id: '', text: 'None' }, ...offered]}
      value={id ?? ''}
      onChange={(next) => form.setValue(name, next === '' ? null : next, { shouldDirty: true })}
      reason={reason}
      hint={lost || (chosen?.detail ?? '')}
    />
  );
}

/** The billing and shipping addresses. */
function AddressSectionView(props: SectionProps) {
  return (
    <Card title="Addresses">
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-sm:grid-cols-1">
        <AddressField {...props} name="billToAddressId" />
        <AddressField {...props} name="shipToAddressId" />
      </div>
    </Card>
  );
}

/** Memoized, because most changes are in other sections. */
export const AddressSection = memo(AddressSectionView);
