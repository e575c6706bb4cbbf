import { useEffect, useRef } from 'react';
import { ReceiptText } from 'lucide-react';
import { useNavigate } from 'react-router';
import { editable } from '#domain/document';
import { AttachmentsRequired } from '../../../../forms/files/attachments-required.tsx';
import { Button, ButtonLink } from '../../../../parts/controls/button.tsx';
import { lazyPart } from '../../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../../parts/overlays/lazy-overlay.tsx';
import { ariaKeys, useShortcut } from '../../../../parts/keyboard/shortcuts.ts';
import { useIsPhone } from '../../../../parts/hooks/use-breakpoint.ts';
import { DiscardDialog } from '../../discard-dialog.tsx';
import type { StoredDocument } from '../../document.ts';
import { ExportButton, ExportDialog, useExportDialog } from '../../export/export-button.tsx';
import { pathBack } from '../../opened-from.ts';
import { editPath, reviewPath } from '../../paths.ts';
import { ActionBar } from './action-bar.tsx';
import { ConfirmDialogs, ReasonDialogs } from './bar-dialogs.tsx';
import { needsAttachments } from '../../use-rules.ts';
import { enterInvoice, useEnterInvoice } from './enter-invoice.ts';
import type { InvoiceEntry } from './enter-invoice.ts';
import { exportItem, MoreMenu } from './more-menu.tsx';
import { reviewActions } from './review-actions.ts';
import { useActionBar } from './use-action-bar.ts';
import { useSubmit } from './use-submit.ts';

const ChooseWorkflowDialog = lazyPart(
  async () => (await import('./choose-workflow-dialog.tsx')).ChooseWorkflowDialog,
);

const BudgetReasonDialog = lazyPart(
  async () => (await import('./budget-reason-dialog.tsx')).BudgetReasonDialog,
);

/** A link, or a disabled button with the reason (DEC-38). */
function EnterInvoice({ href, reason }: InvoiceEntry) {
  const content = (
    <>
      <ReceiptText aria-hidden className="size-4" />
      {enterInvoice}
    </>
  );
  return reason === null ? (
    <ButtonLink look="primary" href={href}>
      {content}
    </ButtonLink>
  ) : (
    <Button look="primary" reason={reason}>
      {content}
    </Button>
  );
}

/** The actions of the creator of a document (PO-15, PO-22, PO-23). */
export function SubmitterBar(props: { document: StoredDocument }) {
  const { document } = props;
  const navigate = useNavigate();
  const bar = useActionBar(document, 'CREATOR');
  const submitting = useSubmit(document, bar);
  const actions = reviewActions[document.docType].submitter;
  const isEditable = editable(document.submissionStatus);
  const invoice = useEnterInvoice(document);
  // `revise` does not depend on the vendor, which can keep the document from being approved.
  const awaitsUser = (['approve', 'revise'] as const).some((action) => bar.rules.check(action) === null);
  const nudgeRefusal = bar.rules.check('nudge');
  // Waiting documents have no other action here, so this one is not left in the menu (NUDGE-10).
  const showsNudge = !awaitsUser && (nudgeRefusal === null || nudgeRefusal === 'already_nudged');
  const maySubmit = isEditable && bar.disabledReason('submit') === null && bar.isFree;
  const isPhone = useIsPhone();
  const exportDialog = useExportDialog(document, 'CREATOR');
  const nudgeAndMenu = useRef<HTMLDivElement>(null);
  // The button goes when the document leaves approval: the menu, which has the action then, gets the focus.
  useEffect(() => {
    const box = nudgeAndMenu.current;
    if (!showsNudge) return undefined;
    return () => {
      const { activeElement, body } = globalThis.document;
      if (activeElement === body) box?.querySelector('button')?.focus();
    };
  }, [showsNudge]);
  useShortcut('submit', submitting.submit, { isOn: maySubmit });
  return (
    <>
      <ActionBar
        label="Submission actions"
        document={document}
        settled={bar.settled}
        backTo={pathBack(document.docType, 'CREATOR')}
        tools={isPhone ? null : <ExportButton document={document} dialog={exportDialog} />}
        notice={
          needsAttachments(document) ? <AttachmentsRequired text="Attachment needed to submit" /> : null
        }
        main={
          isEditable ? (
            <Button
              look="primary"
              aria-keyshortcuts={ariaKeys('submit')}
              reason={bar.disabledReason('submit')}
              isDisabled={bar.busy !== null && bar.busy !== 'submit'}
              isPending={bar.busy === 'submit'}
              onPress={submitting.submit}
            >
              Submit for Approval
            </Button>
          ) : invoice ? (
            <EnterInvoice {...invoice} />
          ) : awaitsUser ? (
            <ButtonLink look="primary" href={reviewPath(document.docType, document.id, 'APPROVER')}>
              Review &amp; Approve
            </ButtonLink>
          ) : null
        }
      >
        <div ref={nudgeAndMenu} className="contents">
          {showsNudge ? (
            <Button
              reason={bar.disabledReason('nudge')}
              isDisabled={bar.busy !== null && bar.busy !== 'nudge'}
              isPending={bar.busy === 'nudge'}
              onPress={() => bar.run('nudge')}
            >
              Nudge Approvers
            </Button>
          ) : null}
          <MoreMenu
            document={document}
            bar={bar}
            entries={showsNudge ? actions.menu.filter((entry) => entry !== 'nudge') : actions.menu}
            more={isPhone ? [exportItem(exportDialog)] : []}
            isExporting={isPhone && exportDialog.exporting.phase !== null}
          />
        </div>
        {isEditable && actions.mayEdit ? (
          <Button
            reason={bar.editDisabledReason('save')}
            isDisabled={bar.busy !== null}
            onPress={() => void navigate(editPath(document.docType, document.id))}
          >
            Edit
          </Button>
        ) : null}
      </ActionBar>
      {isPhone ? <ExportDialog document={document} dialog={exportDialog} /> : null}
      {bar.dialog === 'flow' ? (
        <LazyOverlay onClose={bar.close}>
          <ChooseWorkflowDialog
            document={document}
            bar={bar}
            workflows={submitting.workflows}
            proposed={submitting.proposed}
          />
        </LazyOverlay>
      ) : null}
      <ConfirmDialogs document={document} bar={bar} />
      <DiscardDialog
        document={document}
        isOpen={bar.dialog === 'discard'}
        isBusy={bar.busy === 'discard'}
        refusal={bar.disabledReason('discard')}
        onCancel={bar.close}
        onConfirm={() => bar.run('discard')}
      />
      {bar.dialog === 'budget-reason' ? (
        <LazyOverlay onClose={bar.close}>
          <BudgetReasonDialog document={document} bar={bar} />
        </LazyOverlay>
      ) : null}
      <ReasonDialogs document={document} bar={bar} />
    </>
  );
}
