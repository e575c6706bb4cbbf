import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { vendorSearch } from '#domain/reference-data/vendor';
import type { VendorDraft } from '#domain/reference-data/vendor';
import { ComboBox } from '../../../parts/fields/combo-box.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { DisabledField } from '../../../parts/fields/disabled-field.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import type { PendingChoice } from '../../../parts/fields/use-pending-choice.ts';
import { SEARCH_DEBOUNCE_MS } from '../../../parts/hooks/use-debounced.ts';
import { useSession } from '../../../session/session.tsx';
import { findVendors, readVendor } from '../model/use-reference-data.ts';
import { TemporaryVendorDialog } from './temporary-vendor-dialog.tsx';
import { chosenVendor, emptyTemporaryVendor } from './vendor-draft.ts';

const listFailed = 'Error retrieving vendor list.';

/** The last option of the results (VE-07). */
const createOption: Option = {
  id: 'make-temporary',
  text: "Can't find vendor? Create Temporary Vendor",
  isOffer: true,
};

function optionOf(vendor: VendorDraft): Option {
  return { id: vendor.tempVendorId ?? vendor.id ?? 'temporary', text: vendor.name };
}

/** The search of the box; its last text becomes the name of a new temporary vendor (VE-09, VE-10). */
function useVendorSearch() {
  const { show } = useSession();
  const flash = useToast();
  const searchTextRef = useRef('');
  const search = useCallback(
    async (text: string, signal: AbortSignal) => {
      searchTextRef.current = text;
      try {
        const found = await findVendors(show.id, text, true, signal);
        const matches = found.map((match): Option => ({
          id: match.tempVendorId ?? match.id,
          text: match.name,
          ...(match.isTemporary && { detail: 'Temporary vendor' }),
        }));
        return [
          ...matches,
          found.length === 0 ? { ...createOption, detail: 'Nothing found.' } : createOption,
        ];
      } catch (error) {
        if (!signal.aborted) flash('error', listFailed);
        throw error;
      }
    },
    [show.id, flash],
  );
  return { search, searchTextRef };
}

/**
 * Fetches the chosen vendor; a response for an earlier choice is ignored. Until then the box shows its name, because
 * the list would open again if the text changed.
 */
function useVendorChoice(onChange: (vendor: VendorDraft | null) => void, all: PendingChoice) {
  const { show } = useSession();
  const flash = useToast();
  const count = useRef(0);
  const [pending, setPending] = useState<Option | null>(null);
  const set = (vendor: VendorDraft | null) => {
    count.current += 1;
    setPending(null);
    onChange(vendor);
  };
  /** Resolves to whether it succeeded, or no longer matters. */
  const fetchVendor = async (option: Option): Promise<boolean> => {
    count.current += 1;
    const choiceNumber = count.current;
    setPending(option);
    try {
      const found = await readVendor(show.id, option.id);
      // Rendered before this resolves, so that a save also waits for the vendor's details.
      if (choiceNumber === count.current) flushSync(() => set(chosenVendor(found)));
      return true;
    } catch {
      if (choiceNumber !== count.current) return true;
      setPending(null);
      flash('error', 'Error loading vendor data');
      return false;
    }
  };
  const choose = (option: Option | null) => (option === null ? set(null) : all.add(fetchVendor(option)));
  return { set, choose, pending };
}

interface VendorSearchProps {
  vendor: VendorDraft | null;
  onChange: (vendor: VendorDraft | null) => void;
  /** Receives the vendor that is being fetched. */
  pendingChoice: PendingChoice;
  error: string | null;
  /** Null for a new document. */
  documentId: string | null;
  /** A change order keeps a permanent vendor (DEC-26). */
  isLocked: boolean;
  /** A new document starts with its vendor, except on a phone, where the keyboard would cover it. */
  startsFocused: boolean;
}

/** Links to create or edit a temporary vendor (VE-07, VE-08). */
function TemporaryVendorLinks(props: {
  onCreate: () => void;
  /** Null for a permanent vendor. */
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

/** The vendor with which the user asked for a new document, as the search does (CMD-03). */
function useRequestedVendor(isWanted: boolean, choose: (vendor: Option) => void): void {
  const { state } = useLocation() as { state: { vendor?: { id: string; name: string } } | null };
  const requested = state?.vendor;
  const start = useEffectEvent(() => {
    if (isWanted && requested) choose({ id: requested.id, text: requested.name });
  });
  useEffect(() => start(), []);
}

/** Finds a vendor of the show, or creates a temporary one (VE-06 to VE-09). */
export function VendorSearch(props: VendorSearchProps) {
  const { vendor, onChange } = props;
  const { search, searchTextRef } = useVendorSearch();
  const { set, choose, pending } = useVendorChoice(onChange, props.pendingChoice);
  const [editing, setEditing] = useState<VendorDraft | null>(null);
  useRequestedVendor(props.documentId === null && vendor === null, choose);
  const createVendor = () => setEditing(emptyTemporaryVendor(searchTextRef.current));
  if (props.isLocked) {
    const reason = 'A change order keeps the vendor of the purchase order';
    return (
      <DisabledField
        label="Vendor Name"
        isRequired
        text={vendor?.name ?? ''}
        reason={reason}
        error={props.error}
      />
    );
  }
  return (
    <div aria-busy={pending !== null} className="grid content-start gap-1">
      <ComboBox
        label="Vendor Name"
        isRequired
        placeholder="Search Vendor..."
        value={pending ?? (vendor ? optionOf(vendor) : null)}
        onChange={(option) => {
          if (option?.id === createOption.id) return createVendor();
          searchTextRef.current = '';
          return choose(option);
        }}
        search={search}
        minLength={vendorSearch.minimumLength}
        debounceMs={SEARCH_DEBOUNCE_MS}
        error={props.error}
        startsFocused={props.startsFocused}
      />
      <TemporaryVendorLinks
        onCreate={createVendor}
        onEdit={vendor?.isTemporary ? () => setEditing(vendor) : null}
      />
      {editing ? (
        <TemporaryVendorDialog
          vendor={editing}
          documentId={props.documentId}
          onCancel={() => setEditing(null)}
          onTaxFormGone={(id) => {
            // The deleted file is removed even if the edit is cancelled.
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
