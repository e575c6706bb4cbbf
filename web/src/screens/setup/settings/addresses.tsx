import { useState } from 'react';
import { Plus } from 'lucide-react';
import type { AddressType } from '#domain/management/show-form';
import { Button } from '../../../parts/controls/button.tsx';
import { Switch } from '../../../parts/fields/checkbox.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { Field, FieldGrid, Section } from '../managed-form/section.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { EditList } from './edit-list.tsx';
import { useChanges, useDetails, useIsReadOnly } from './show-details.ts';
import type { Address } from './show-details.ts';

const lists = [
  {
    type: 'BILL_TO',
    title: 'Bill To Addresses',
    text: 'Where vendors send their bills.',
    add: 'Add Bill To Address',
  },
  {
    type: 'SHIP_TO',
    title: 'Ship To Addresses',
    text: 'Where goods are delivered.',
    add: 'Add Ship To Address',
  },
] as const;

type Draft = Omit<Address, 'id'> & { id: string | null };

const blank = (addressType: AddressType): Draft => ({
  id: null,
  addressType,
  name: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  isActive: true,
});

function lineOf({ address1, address2, city, state, zip }: Address): string {
  return [address1, address2, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** The bill-to and ship-to addresses. Inactive ones are not offered (MG-16, DEC-92). */
export function Addresses() {
  const { addresses } = useDetails();
  const isReadOnly = useIsReadOnly();
  const [edited, setEdited] = useState<Draft | null>(null);
  return (
    <>
      {lists.map(({ type, title, text, add }) => (
        <Section
          key={type}
          title={title}
          text={text}
          action={
            isReadOnly ? null : (
              <Button aria-label={add} onPress={() => setEdited(blank(type))}>
                <Plus aria-hidden className="size-4" />
                Add
              </Button>
            )
          }
        >
          <EditList
            label={title}
            items={addresses.filter(({ addressType }) => addressType === type)}
            detailOf={lineOf}
            onEdit={isReadOnly ? null : setEdited}
            empty="No addresses yet. Purchase orders offer the addresses in this list."
          />
        </Section>
      ))}
      {edited ? <AddressDialog key={edited.id} first={edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}

const typeNames = { BILL_TO: 'Bill To', SHIP_TO: 'Ship To' } as const;

/** The toasts for a new and a changed address (MG-15). */
const outcomes = {
  added: { done: 'Address created successfully.', failed: 'Address could not be created.' },
  saved: { done: 'Address saved successfully.', failed: 'An error occurred while saving.' },
} as const;

function AddressDialog(props: { first: Draft; onClose: () => void }) {
  const { first, onClose } = props;
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const changes = useChanges();
  const flash = useToast();
  const words = first.id === null ? outcomes.added : outcomes.saved;
  const isMissing = (name: 'name' | 'address1') => draft[name].trim() === '';
  const save = async () => {
    setTried(true);
    if (isBusy || isMissing('name') || isMissing('address1')) return;
    const { id, addressType, isActive, ...fields } = draft;
    setBusy(true);
    try {
      if (id === null) await changes.addAddress(addressType, fields);
      else await changes.saveAddress({ id, isActive, ...fields });
    } catch {
      flash('error', words.failed);
      return;
    } finally {
      setBusy(false);
    }
    flash('success', words.done);
    onClose();
  };
  const field = (
    name: Exclude<keyof Draft, 'id' | 'addressType' | 'isActive'>,
    label: string,
    limit: number,
  ) => (
    <TextField
      label={label}
      value={draft[name]}
      maxLength={limit}
      onChange={(value) => setDraft((now) => ({ ...now, [name]: value }))}
      {...((name === 'name' || name === 'address1') && {
        isRequired: true,
        error:
          isTried && isMissing(name) ? `Please enter ${name === 'name' ? 'a name' : 'an address'}.` : null,
      })}
      {...(name === 'name' && { startsFocused: true })}
    />
  );
  return (
    <EditDialog
      title={`${first.id === null ? 'Add' : 'Edit'} ${typeNames[first.addressType]} Address`}
      size="large"
      isBusy={isBusy}
      onClose={onClose}
      onSave={() => void save()}
    >
      <FieldGrid>
        <Field name="name" isWide>
          {field('name', 'Name', 100)}
        </Field>
        <Field name="address1" isWide>
          {field('address1', 'Address 1', 200)}
        </Field>
        <Field name="address2" isWide>
          {field('address2', 'Address 2', 200)}
        </Field>
        {field('city', 'City', 100)}
        <div className="grid grid-cols-2 gap-4">
          {field('state', 'State', 100)}
          {field('zip', 'Zip', 20)}
        </div>
        {first.id === null ? null : (
          <Field name="isActive" isWide>
            <Switch
              label="Active"
              hint="Documents that have the address keep it; new ones are only offered active addresses."
              isSelected={draft.isActive}
              onChange={(isActive) => setDraft((now) => ({ ...now, isActive }))}
            />
          </Field>
        )}
      </FieldGrid>
    </EditDialog>
  );
}
