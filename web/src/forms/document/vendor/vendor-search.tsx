import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { vendorSearch } from '#domain/reference-data/vendor';
import type { VendorDraft } from '#domain/reference-data/vendor';
import { ComboBox } from '../../../parts/fields/combo-box.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { LockedField } from '../../../parts/fields/disabled-field.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import type { PendingChoice } from '../../../parts/fields/use-pending-choice.ts';
import { SEARCH_DEBOUNCE_MS } from '../../../parts/hooks/use-debounced.ts';
import { useSession } from '../../../session/session.tsx';
import { findVendors, readVendor } from '../model/use-reference-data.ts';
import { TemporaryVendorDialog } from './temporary-vendor-dialog.tsx';
import { chosenVendor, emptyTemporaryVendor } from './vendor-draft.ts';

const listFailed = 'Error retrieving vendor list.';

/** VE-07: the last of what is found. */
const makeOne: Option = {
  id: 'make-temporary',
  text: "Can't find vendor? Create Temporary Vendor",
  isOffer: true,
};

function optionOf(vendor: VendorDraft): Option {
  return { id: vendor.tempVendorId ?? vendor.id ?? 'temporary', text: vendor.name };
}

/** VE-09, VE-10: the search of the box; what was last looked for names a vendor that is then made. */
function useVendorSearch() {
  const { show } = useSession();
  const flash = useToast();
  const lookedForRef = useRef('');
  const search = useCallback(
    async (text: string, signal: AbortSignal) => {
      lookedForRef.current = text;
      try {
        const found = await findVendors(show.id, text, true, signal);
        const matches = found.map((match): Option => ({
          id: match.tempVendorId ?? match.id,
          text: match.name,
          ...(match.isTemporary && { detail: 'Temporary vendor' }),
        }));
        return [...matches, found.length === 0 ? { ...makeOne, detail: 'Nothing found.' } : makeOne];
      } catch (error) {
        if (!signal.aborted) flash('error', listFailed);
        throw error;
      }
    },
    [show.id, flash],
  );
  return { search, lookedForRef };
}

/**
 * Takes the chosen vendor whole; an answer about an earlier choice comes too late. Until it is here its name stands in
 * the box already, as the list would open again over a text that changes by itself.
 */
function useVendorChoice(onChange: (vendor: VendorDraft | null) => void, all: PendingChoice) {
  const { show } = useSession();
  const flash = useToast();
  const count = useRef(0);
  const [coming, setComing] = useState<Option | null>(null);
  const set = (vendor: VendorDraft | null) => {
    count.current += 1;
    setComing(null);
    onChange(vendor);
  };
  /** Whether it came, or does not matter any more. */
  const fetched = async (option: Option): Promise<boolean> => {
    count.current += 1;
    const mine = count.current;
    setComing(option);
    try {
      const found = await readVendor(show.id, option.id);
      // Drawn before this ends: what is then read of the vendor is waited for as well.
      if (mine === count.current) flushSync(() => set(chosenVendor(found)));
      return true;
    } catch {
      if (mine !== count.current) return true;
      setComing(null);
      flash('error', 'Error loading vendor data');
      return false;
    }
  };
  const choose = (option: Option | null) => (option === null ? set(null) : all.add(fetched(option)));
  return { set, choose, coming };
}

interface VendorSearchProps {
  vendor: VendorDraft | null;
  onChange: (vendor: VendorDraft | null) => void;
  /** Where a vendor is told of that was chosen and is not here yet. */
  coming: PendingChoice;
  error: string | null;
  /** Null for a new document. */
  documentId: string | null;
  /** A change order keeps a permanent vendor (DEC-26). */
  isLocked: boolean;
  /** A new document begins with its vendor; a phone's keyboard would cover it. */
  startsFocused: boolean;
}

/** VE-07, VE-08: what to do when the vendor is not to be found, or is one that was made up. */
function TemporaryVendorLinks(props: {
  onCreate: () => void;
  /** Null unless the vendor is a temporary one. */
  onEdit: (() => void) | null;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 text-sm max-sm:gap-x-3 text-ink-muted">
      <span>{"Can't find vendor?"}</span>
      <LinkButton onPress={props.onCreate}>Create Temporary Vendor</LinkButton>
      {props.onEdit ? (
        <>
          <span aria-hidden className="px-1 max-sm:hidden">
            ·
          </span>
          <LinkButton onPress={props.onEdit}>Edit</LinkButton>
        </>
      ) : null}
    </div>
  );
}

/** VE-06 to VE-09: finds a vendor of the show, or makes one that accounting does not know yet. */
export function VendorSearch(props: VendorSearchProps) {
  const { vendor, onChange } = props;
  const { search, lookedForRef } = useVendorSearch();
  const { set, choose, coming } = useVendorChoice(onChange, props.coming);
  const [editing, setEditing] = useState<VendorDraft | null>(null);
  const make = () => setEditing(emptyTemporaryVendor(lookedForRef.current));
  if (props.isLocked) {
    const reason = 'A change order keeps the vendor of the purchase order';
    return (
      <LockedField
        label="Vendor Name"
        isRequired
        text={vendor?.name ?? ''}
        reason={reason}
        error={props.error}
      />
    );
  }
  return (
    <div aria-busy={coming !== null} className="grid content-start gap-1">
      <ComboBox
        label="Vendor Name"
        isRequired
        placeholder="Search Vendor..."
        value={coming ?? (vendor ? optionOf(vendor) : null)}
        onChange={(option) => {
          if (option?.id === makeOne.id) return make();
          lookedForRef.current = '';
          return choose(option);
        }}
        search={search}
        minLength={vendorSearch.minimumLength}
        debounceMs={SEARCH_DEBOUNCE_MS}
        error={props.error}
        startsFocused={props.startsFocused}
      />
      <TemporaryVendorLinks onCreate={make} onEdit={vendor?.isTemporary ? () => setEditing(vendor) : null} />
      {editing ? (
        <TemporaryVendorDialog
          vendor={editing}
          documentId={props.documentId}
          onCancel={() => setEditing(null)}
          onTaxFormGone={(id) => {
            // What was deleted is gone, whether or not the rest is applied.
            const left = vendor?.attachments.filter(({ attachmentId }) => attachmentId !== id) ?? [];
            if (vendor && left.length < vendor.attachments.length) set({ ...vendor, attachments: left });
          }}
          onApply={(applied) => {
            setEditing(null);
            set(applied);
          }}
        />
      ) : null}
    </div>
  );
}
