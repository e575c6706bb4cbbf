import { Suspense, useState } from 'react';
import { Download } from 'lucide-react';
import type { Persona } from '#domain/document';
import { documentTitles } from '#domain/documents/pdf-options';
import { Button } from '../../../parts/controls/button.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { LoadingContent } from '../../../parts/page/skeleton.tsx';
import type { StoredDocument } from '../document.ts';
import { allOptions, exportDefinitions, internalParts, withoutInternal } from './export-options.ts';
import { olderVersions } from './approved-versions.ts';
import type { Chosen } from './options-step.tsx';
import { useExport } from './use-export.ts';
import { useMail } from './use-mail.ts';

const OptionsStep = lazyPart(async () => (await import('./options-step.tsx')).OptionsStep);
const MailStep = lazyPart(async () => (await import('./mail-step.tsx')).MailStep);

/** The open step. `back` is the options step after a return from the mail step. */
type Step = 'options' | 'mail' | 'back';

/** The state of the export dialog, which a button or an entry of a menu opens. */
export function useExportDialog(document: StoredDocument, persona: Persona) {
  const { docType } = document;
  const exporting = useExport(document, persona);
  const mail = useMail(document, persona);
  const [step, setStep] = useState<Step | null>(null);
  const [chosen, setChosen] = useState<Chosen>(() => ({ options: allOptions(docType), version: null }));
  const close = () => setStep(null);
  return {
    exporting,
    mail,
    step,
    setStep,
    chosen,
    setChosen,
    close,
    open: () => {
      exporting.forget();
      // Opens after the step has loaded, so that Download cannot be pressed before the step can show the result.
      const open = () => setStep('options');
      OptionsStep.load().then(open, open);
    },
    download: async () => {
      if (await exporting.run(chosen.options, chosen.version)) close();
    },
    cancel: () => {
      exporting.cancel();
      close();
    },
    send: async () => {
      if (await mail.send(chosen.options)) close();
    },
  };
}

export type ExportDialogState = ReturnType<typeof useExportDialog>;

function OptionsFooter({ dialog }: { dialog: ExportDialogState }) {
  const { exporting, chosen, step } = dialog;
  const isBusy = exporting.phase !== null;
  const reason = chosen.version === null ? null : 'Earlier versions can be downloaded, but not sent.';
  return (
    <>
      <Button onPress={dialog.cancel}>Cancel</Button>
      <Button
        onPress={() => dialog.setStep('mail')}
        reason={isBusy ? 'A PDF is being generated.' : reason}
        autoFocus={step === 'back'}
      >
        Send to
      </Button>
      <Button look="primary" isPending={isBusy} onPress={() => void dialog.download()}>
        {isBusy ? 'Generating...' : 'Download PDF'}
      </Button>
    </>
  );
}

function MailFooter({ dialog }: { dialog: ExportDialogState }) {
  const { isSending, problem } = dialog.mail;
  return (
    <>
      <p
        role="alert"
        className="mr-auto min-w-0 self-center text-sm text-balance text-negative empty:hidden max-xs:order-last"
      >
        {problem}
      </p>
      <Button onPress={() => dialog.setStep('back')} isDisabled={isSending}>
        Back
      </Button>
      <Button look="primary" isPending={isSending} onPress={() => void dialog.send()}>
        Send
      </Button>
    </>
  );
}

/** A payment comes from accounting, without an e-mail address. */
function vendorEmailOf({ wire }: StoredDocument): string {
  return 'vendor' in wire ? wire.vendor.email : '';
}

/** Every known e-mail address of the vendor. */
function vendorAddressesOf(document: StoredDocument): string[] {
  const mailed = document.docType === 'PO' ? document.wire.lastVendorEmailRecipients : [];
  return [vendorEmailOf(document), ...mailed].filter(Boolean);
}

/** What opens the export: its progress without the dialog, and why it cannot start now. */
export function exportTrigger({ exporting, step }: ExportDialogState) {
  const isBusy = exporting.phase !== null;
  return {
    reason: exporting.isLocked && !isBusy ? 'Another export is in progress.' : null,
    isPending: isBusy && step === null,
  };
}

/** The export dialog: the content of the PDF, then the download or the e-mail (PD-01 to PD-07, EM-01). */
export function ExportDialog(props: { document: StoredDocument; dialog: ExportDialogState }) {
  const { document, dialog } = props;
  const { docType } = document;
  const { exporting, step } = dialog;
  const { options, notMailed } = exportDefinitions[docType];
  const isMail = step === 'mail';
  return (
    <Dialog
      title={isMail ? 'Send To:' : `Export ${documentTitles[docType]}`}
      isOpen={step !== null}
      onClose={dialog.close}
      holdsWork={isMail}
      size="export"
      footer={isMail ? <MailFooter dialog={dialog} /> : <OptionsFooter dialog={dialog} />}
    >
      <div ref={isMail ? null : exporting.errorPlace}>
        <Suspense fallback={<LoadingContent />}>
          {isMail ? (
            <MailStep
              mail={dialog.mail}
              notMailed={notMailed}
              vendorEmail={vendorEmailOf(document)}
              vendorAddresses={vendorAddressesOf(document)}
              internal={internalParts(docType, dialog.chosen.options)}
              onLeaveOut={() =>
                dialog.setChosen({
                  ...dialog.chosen,
                  options: withoutInternal(docType, dialog.chosen.options),
                })
              }
            />
          ) : (
            <OptionsStep
              choices={options}
              versions={olderVersions(document)}
              chosen={dialog.chosen}
              onChange={dialog.setChosen}
              phase={exporting.phase}
              error={exporting.error}
            />
          )}
        </Suspense>
      </div>
    </Dialog>
  );
}

/** The button of the export, with its dialog. */
export function ExportButton(props: { document: StoredDocument; dialog: ExportDialogState }) {
  const { dialog } = props;
  return (
    <>
      <Button onPress={dialog.open} {...exportTrigger(dialog)}>
        <Download aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Export PDF</span>
      </Button>
      <ExportDialog {...props} />
    </>
  );
}
