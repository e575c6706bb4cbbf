import { useState } from 'react';
import { isEmail } from '#domain/recipients';
import { shareNoteLimit, taxFormLimit, temporaryVendorFits } from '#domain/vendor';
import type { VendorDraft } from '#domain/vendor';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextArea, TextField } from '../../parts/text-field.tsx';
import { useSession } from '../../session/session.tsx';
import { FileList } from '../file-list.tsx';
import { useUploads } from '../uploads.ts';
import { appliedVendor } from './vendor-draft.ts';

type Change = (part: Partial<VendorDraft>) => void;
interface PartProps {
  vendor: VendorDraft;
  change: Change;
}

const notAnAddress = 'Please enter a valid e-mail address.';

function emailError(typed: string): string | null {
  return typed.trim() === '' || isEmail(typed.trim()) ? null : notAnAddress;
}

function Who({ vendor, change }: PartProps) {
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
          label="Phone Number"
          type="tel"
          value={vendor.phoneNumber}
          onChange={(phoneNumber) => change({ phoneNumber })}
          maxLength={50}
        />
      </div>
      <TextField
        label="Email Address"
        type="email"
        value={vendor.email}
        onChange={(email) => change({ email })}
        maxLength={254}
        error={emailError(vendor.email)}
      />
      <Checkbox
        label="Related Party"
        isSelected={vendor.isRelatedParty}
        onChange={(isRelatedParty) => change({ isRelatedParty })}
      />
    </>
  );
}

function Share({ vendor, change }: PartProps) {
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

/** VE-11 to VE-16: a vendor that accounting does not know yet. `Apply` hands it to the form; nothing is saved here. */
export function TemporaryVendorDialog(props: {
  vendor: VendorDraft;
  onApply: (vendor: VendorDraft) => void;
  onCancel: () => void;
}) {
  const { show } = useSession();
  const [vendor, setVendor] = useState(props.vendor);
  const [asNew, setAsNew] = useState(false);
  const change: Change = (part) => setVendor((before) => ({ ...before, ...part }));
  const room = taxFormLimit - vendor.attachments.length;
  const uploads = useUploads({
    owner: 'vendor',
    showId: show.id,
    room,
    onDone: ({ attachmentId, label }) =>
      setVendor((before) => ({
        ...before,
        attachments: [...before.attachments, { attachmentId, label }],
      })),
  });
  const known = props.vendor.tempVendorId !== null;
  return (
    <Dialog
      title="Temporary Vendor"
      isOpen
      onClose={props.onCancel}
      footer={
        <>
          <Button onPress={props.onCancel}>Cancel</Button>
          <Button
            look="primary"
            isDisabled={!temporaryVendorFits(vendor) || uploads.isBusy}
            onPress={() => props.onApply(appliedVendor(vendor, asNew))}
          >
            Apply
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Who vendor={vendor} change={change} />
        <div className="grid gap-1">
          <span className="text-sm font-medium">Vendor Tax Form(s)</span>
          <FileList
            label="Drop a W-9 or other tax form here"
            files={vendor.attachments}
            uploads={uploads}
            room={room}
            onRemove={(id) =>
              change({ attachments: vendor.attachments.filter((file) => file.attachmentId !== id) })
            }
          />
        </div>
        <Share vendor={vendor} change={change} />
        {known ? (
          <Checkbox
            label="Save as a new temporary vendor"
            hint="Otherwise the vendor changes on every open document that uses it."
            isSelected={asNew}
            onChange={setAsNew}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
