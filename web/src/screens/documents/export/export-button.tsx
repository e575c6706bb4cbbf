import { useState } from 'react';
import { Download } from 'lucide-react';
import type { Persona } from '#domain/document';
import { captions } from '#domain/export';
import type { PurchaseOrder } from '#domain/purchase-order';
import { Button } from '../../../parts/button.tsx';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ProgressBar } from '../../../parts/progress-bar.tsx';
import { useExport } from './use-export.ts';

type Part = 'includePoNotes' | 'includePoAttachments' | 'includePoHistory' | 'includeTC';

/** PD-04. */
const parts: readonly { name: Part; label: string }[] = [
  { name: 'includePoNotes', label: 'Notes' },
  { name: 'includePoAttachments', label: 'Attachments' },
  { name: 'includePoHistory', label: 'PO History' },
  { name: 'includeTC', label: 'Terms & Conditions' },
];

const all: Record<Part, boolean> = {
  includePoNotes: true,
  includePoAttachments: true,
  includePoHistory: true,
  includeTC: true,
};

function Parts(props: { chosen: Record<Part, boolean>; onChange: (chosen: Record<Part, boolean>) => void }) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr-only">Include</legend>
      {parts.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={label}
          isSelected={props.chosen[name]}
          onChange={(on) => props.onChange({ ...props.chosen, [name]: on })}
        />
      ))}
    </fieldset>
  );
}

/** PD-01 to PD-07: what goes into the PDF, how far it is, and the file at the end. */
export function ExportButton(props: { order: PurchaseOrder; persona: Persona }) {
  const { isLocked, error, run, cancel } = useExport(props.order, props.persona);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(all);
  const download = async () => {
    setBusy(true);
    const saved = await run(chosen);
    setBusy(false);
    if (saved) setOpen(false);
  };
  const leave = () => {
    cancel();
    setOpen(false);
  };
  return (
    <>
      <Button
        onPress={() => setOpen(true)}
        reason={isLocked && !isBusy ? 'Another export is being made.' : null}
        isPending={isBusy && !isOpen}
      >
        <Download aria-hidden className="size-4" />
        Export PDF
      </Button>
      <Dialog
        title={`Export ${captions.PO}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        size="export"
        footer={
          <>
            <Button onPress={leave}>Cancel</Button>
            <Button look="primary" isPending={isBusy} onPress={() => void download()}>
              {isBusy ? 'Generating...' : 'Download PDF'}
            </Button>
          </>
        }
      >
        <Parts chosen={chosen} onChange={setChosen} />
        <p className="pt-4 text-sm text-ink-muted">Only JPG, PNG and PDF attachments are exported.</p>
        <div className="min-h-10 pt-4" aria-live="polite">
          {isBusy ? (
            <>
              <ProgressBar label="Generating the PDF" percent={null} />
              <p className="pt-1 text-xs text-ink-muted">
                You can close this window; the download starts when the file is ready.
              </p>
            </>
          ) : error ? (
            <p role="alert" className="text-sm text-negative">
              {error}
            </p>
          ) : null}
        </div>
      </Dialog>
    </>
  );
}
