import { useCallback, useRef, useState } from 'react';
import { vendorSearch } from '#domain/vendor';
import type { VendorDraft } from '#domain/vendor';
import { Button } from '../../parts/button.tsx';
import { ComboBox } from '../../parts/combo-box.tsx';
import { useFlash } from '../../parts/flash.tsx';
import type { Option } from '../../parts/select.tsx';
import { useSession } from '../../session/session.tsx';
import { findVendors, readVendor } from './reference.ts';
import { TemporaryVendorDialog } from './temporary-vendor-dialog.tsx';
import { chosenVendor, emptyTemporaryVendor } from './vendor-draft.ts';

/** VE-09: how long typing must rest. */
const SEARCH_AFTER_MS = 500;

const listFailed = 'Error retrieving vendor list.';

function optionOf(vendor: VendorDraft): Option {
  return { id: vendor.tempVendorId ?? vendor.id ?? 'temporary', text: vendor.name };
}

/** VE-06 to VE-09: finds a vendor of the show, or makes one that accounting does not know yet. */
export function VendorSearch(props: {
  vendor: VendorDraft | null;
  onChange: (vendor: VendorDraft | null) => void;
  error: string | null;
  /** A change order keeps a permanent vendor (DEC-26). */
  isLocked: boolean;
}) {
  const { vendor, onChange } = props;
  const { show } = useSession();
  const flash = useFlash();
  const [editing, setEditing] = useState<VendorDraft | null>(null);
  const search = useCallback(
    async (text: string, signal: AbortSignal) => {
      try {
        const found = await findVendors(show.id, text, true, signal);
        return found.map((match): Option => ({
          id: match.tempVendorId ?? match.id,
          text: match.name,
          ...(match.isTemporary && { detail: 'Temporary vendor' }),
        }));
      } catch (error) {
        if (!signal.aborted) flash('error', listFailed);
        throw error;
      }
    },
    [show.id, flash],
  );
  // Counts the choices: an answer about an earlier one comes too late.
  const choice = useRef(0);
  const choose = async (option: Option | null) => {
    choice.current += 1;
    const mine = choice.current;
    if (option === null) return onChange(null);
    try {
      const found = await readVendor(show.id, option.id);
      return mine === choice.current ? onChange(chosenVendor(found)) : undefined;
    } catch {
      return mine === choice.current ? flash('error', 'Error loading vendor data') : undefined;
    }
  };
  return (
    <div className="grid gap-1">
      <ComboBox
        label="Vendor"
        isRequired
        placeholder="Search Vendor..."
        value={vendor ? optionOf(vendor) : null}
        onChange={(option) => void choose(option)}
        search={search}
        minLength={vendorSearch.minimumLength}
        debounceMs={SEARCH_AFTER_MS}
        error={props.error}
        isDisabled={props.isLocked}
      />
      {props.isLocked ? null : (
        <div className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
          <span>{"Can't find vendor?"}</span>
          <Button look="quiet" onPress={() => setEditing(emptyTemporaryVendor(''))}>
            Create Temporary Vendor
          </Button>
          {vendor?.isTemporary ? (
            <Button look="quiet" onPress={() => setEditing(vendor)}>
              Edit
            </Button>
          ) : null}
        </div>
      )}
      {editing ? (
        <TemporaryVendorDialog
          vendor={editing}
          onCancel={() => setEditing(null)}
          onApply={(applied) => {
            choice.current += 1;
            setEditing(null);
            onChange(applied);
          }}
        />
      ) : null}
    </div>
  );
}
