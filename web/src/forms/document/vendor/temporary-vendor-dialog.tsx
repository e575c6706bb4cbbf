import { useState } from 'react';
import { notAnAddress } from '#domain/values/email-address';
import {
  isEmailOrNone,
  shareNoteLimit,
  taxFormLimit,
  isValidTemporaryVendor,
} from '#domain/reference-data/vendor';
import type { VendorDraft } from '#domain/reference-data/vendor';
import { Button } from '../../../parts/controls/button.tsx';
import { Checkbox } from '../../../parts/fields/checkbox.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { TextArea, TextField } from '../../../parts/fields/text-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { deleteUpload } from '../../../upload.ts';
import { FileList } from '../../files/file-list.tsx';
import { useUploads } from '../../files/use-uploads.ts';
import { useVendorUse } from '../model/use-reference-data.ts';
import { appliedVendor } from './vendor-draft.ts';
import type { VendorUseCount } from '#domain/reference-data/reference-data-response';

type Change = (part: Partial<VendorDraft>) => void;
interface PartProps {
  vendor: VendorDraft;
  change: Change;
}

function emailError(typed: string): string | null {
  return isEmailOrNone(typed) ? null : notAnAddress;
}

function VendorFields({ vendor, change }: PartProps) {
  return (
    <>
      <TextField
        label="Vendor Name"
        value={vendor.name}
        onChange={(name) => change({ name })}
        maxLength={200}
        isRequired
        startsFocused
      />
      <TextField
        label="Street Address"
        value={vendor.address}
        onChange={(address) => change({ address })}
        maxLength={300}
        isRequired
      />
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <TextField
          label="Contact Name"
          value={vendor.contact}
          onChange={(contact) => change({ contact })}
          maxLength={200}
        />
        <TextField
          label="Email Address"
          type="email"
          value={vendor.email}
          onChange={(email) => change({ email })}
          maxLength={254}
          error={emailError(vendor.email)}
        />
      </div>
      <TextField
        label="Phone Number"
        type="tel"
        value={vendor.phoneNumber}
        onChange={(phoneNumber) => change({ phoneNumber })}
        maxLength={50}
      />
      <Checkbox
        label="Related Party"
        isSelected={vendor.isRelatedParty}
        onChange={(isRelatedParty) => change({ isRelatedParty })}
      />
    </>
  );
}

function ShareFields({ vendor, change }: PartProps) {
  return (
    <>
      <TextField
        label="Share with Accountant (Email)"
        type="email"
        value={vendor.shareEmail}
        onChange={(shareEmail) => change({ shareEmail })}
        maxLength={254}
        error={emailError(vendor.shareEmail)}
      />
      <TextArea
        label="Note to Accountant"
        value={vendor.shareNote}
        onChange={(shareNote) => change({ shareNote })}
        limit={shareNoteLimit}
      />
    </>
  );
}

interface DialogProps {
  vendor: VendorDraft;
  /** The edited document; null for a new one. */
  documentId: string | null;
  onApply: (vendor: VendorDraft) => void;
  onCancel: () => void;
  /** Called for a tax form that was deleted permanently, even if the dialog is cancelled. */
  onTaxFormGone: (id: string) => void;
}

/** Up to five tax forms such as W-9s. A removed one is deleted (VE-11, VE-16, DEC-34). */
function useTaxForms(
  props: DialogProps,
  vendor: VendorDraft,
  set: (change: (before: VendorDraft) => VendorDraft) => void,
) {
  const { show } = useSession();
  const room = taxFormLimit - vendor.attachments.length;
  const uploads = useUploads({
    owner: 'vendor',
    showId: show.id,
    room,
    onDone: ({ attachmentId, label }) =>
      set((before) => ({ ...before, attachments: [...before.attachments, { attachmentId, label }] })),
  });
  const wasAttached = (id: string) => props.vendor.attachments.some((file) => file.attachmentId === id);
  const unlist = (id: string) =>
    set((before) => ({
      ...before,
      attachments: before.attachments.filter((file) => file.attachmentId !== id),
    }));
  const remove = async (id: string) => {
    if (!(await uploads.remove(id))) return;
    unlist(id);
    if (wasAttached(id)) props.onTaxFormGone(id);
  };
  /** Deletes new uploads when the dialog is cancelled. */
  const drop = () => {
    for (const { attachmentId: id } of vendor.attachments) {
      if (!wasAttached(id)) deleteUpload(show.id, id, 'vendor').catch(() => undefined);
    }
  };
  return { room, uploads, unlist, remove, drop, wasAttached };
}

function otherDocuments(count: number): string {
  return count === 1 ? '1 other open document' : `${count} other open documents`;
}

/** Warns that the edit creates a separate vendor (VE-15, DEC-34). */
function SeparateVendor({ use }: { use: VendorUseCount }) {
  return (
    <p role="status" className="rounded-lg border border-line bg-caution-soft px-3 py-2 text-sm">
      {`${otherDocuments(use.others)} ${use.others === 1 ? 'uses' : 'use'} this vendor, and you cannot edit all of them. A separate temporary vendor will be made for this document.`}
    </p>
  );
}

/** Shows before Apply where else the vendor changes (VE-15, DEC-34). */
function AffectedDocuments(props: {
  use: VendorUseCount | undefined;
  asNew: boolean;
  onChange: (asNew: boolean) => void;
}) {
  const { use } = props;
  const hint =
    use === undefined || use.others === 0
      ? 'Otherwise the vendor changes on every open document that uses it.'
      : `Otherwise the vendor also changes on ${otherDocuments(use.others)}. With another name or address, those in approval start again at step 1.`;
  return (
    <Checkbox
      label="Save as a new temporary vendor"
      hint={hint}
      isSelected={props.asNew}
      onChange={props.onChange}
    />
  );
}

/**
 * A dialog for a vendor that is not in accounting yet. `Apply` passes it to the form; nothing is saved here (VE-11 to
 * VE-16).
 */
export function TemporaryVendorDialog(props: DialogProps) {
  const [vendor, setVendor] = useState(props.vendor);
  const [wantsNew, setWantsNew] = useState(false);
  const { data: use } = useVendorUse(props.vendor.tempVendorId, props.documentId);
  const isSeparate = use?.canEditAll === false;
  const asNew = wantsNew || isSeparate;
  const change: Change = (part) => setVendor((before) => ({ ...before, ...part }));
  const forms = useTaxForms(props, vendor, setVendor);
  const cancel = () => {
    forms.drop();
    props.onCancel();
  };
  return (
    <Dialog
      title="Temporary Vendor"
      isOpen
      holdsWork
      onClose={cancel}
      footer={
        <>
          <Button onPress={cancel}>Cancel</Button>
          <Button
            look="primary"
            isDisabled={!isValidTemporaryVendor(vendor) || forms.uploads.isBusy}
            onPress={() => props.onApply(appliedVendor(vendor, asNew))}
          >
            Apply
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {isSeparate ? <SeparateVendor use={use} /> : null}
        <VendorFields vendor={vendor} change={change} />
        <div className="grid gap-1">
          <span className="text-sm font-medium">Vendor Tax Form(s)</span>
          <FileList
            label="Drop a W-9 or other tax form here"
            files={vendor.attachments}
            uploads={forms.uploads}
            room={forms.room}
            // A new vendor leaves the old vendor's tax forms unchanged.
            onRemove={(id) => (asNew && forms.wasAttached(id) ? forms.unlist(id) : void forms.remove(id))}
          />
        </div>
        <ShareFields vendor={vendor} change={change} />
        {props.vendor.tempVendorId === null || isSeparate ? null : (
          <AffectedDocuments use={use} asNew={asNew} onChange={setWantsNew} />
        )}
      </div>
    </Dialog>
  );
}
