import type { ReactNode } from 'react';
import { useState } from 'react';
import { Menu as AriaMenu } from 'react-aria-components/Menu';
import { editable, inApproval } from '#domain/document';
import { isApprover } from '#domain/identity/permissions';
import { capitalize } from '#domain/documents/document-name';
import { mustConfirmApproval } from '#domain/workflow/confirm-approval';
import { Popover } from '../../../parts/controls/popover.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { ShortcutHint } from '../../../parts/keyboard/keyboard-shortcut.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import { MenuItem, MenuSeparator } from '../../../parts/overlays/menu-overlay.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { SetCoverOverlay } from '../../../session/cover/set-cover-overlay.tsx';
import { useSession } from '../../../session/session.tsx';
import type { StoredDocument } from '../document.ts';
import { allOptions } from '../export/export-options.ts';
import { useExport } from '../export/use-export.ts';
import { duplicatePath, kinds, reviewPath } from '../paths.ts';
import { ConfirmDialogs, FinalApprovalDialog, ReasonDialogs } from '../review/actions/bar-dialogs.tsx';
import { enterInvoice, useEnterInvoice } from '../review/actions/enter-invoice.ts';
import { reviewActions } from '../review/actions/review-actions.ts';
import { useActionBar } from '../review/actions/use-action-bar.ts';
import type { ActionBarState } from '../review/actions/use-action-bar.ts';
import { useSubmit } from '../review/actions/use-submit.ts';
import { hrefOf } from '../list/row-href.ts';
import { findApprovalObstacle } from './approval-obstacle.ts';
import type { RowActionsProps } from '../list/actions/row-actions-part.ts';

const never = () => false;
const ChooseWorkflowDialog = lazyPart(
  async () => (await import('../review/actions/choose-workflow-dialog.tsx')).ChooseWorkflowDialog,
  never,
);
const BudgetReasonDialog = lazyPart(
  async () => (await import('../review/actions/budget-reason-dialog.tsx')).BudgetReasonDialog,
  never,
);

interface RowMenuProps extends RowActionsProps {
  document: StoredDocument;
}

/** Approves, unless the document deserves a look first (DEC-234). */
function useApprove({ document, persona }: RowMenuProps, bar: ActionBarState) {
  const { user, config } = useSession();
  const flash = useToast();
  return async () => {
    const obstacle = await findApprovalObstacle(document).catch(() => 'It could not be checked.');
    if (obstacle !== null) {
      const review = { text: 'Review', href: reviewPath(document.docType, document.id, persona) };
      flash('warning', `${capitalize(document.name)} was not approved. ${obstacle}`, review);
    } else if (mustConfirmApproval(document.subject, user.id, config.settings)) bar.openDialog('final');
    else bar.run('approve');
  };
}

function item(id: string, text: string, onAction: () => void, danger = false): ReactNode {
  return (
    <MenuItem key={id} id={id} danger={danger} onAction={onAction}>
      {text}
    </MenuItem>
  );
}

/** What the user may do with the document now; a refused action is left out (VIEW-61). */
function useItems(
  props: RowMenuProps,
  bar: ActionBarState,
  submit: () => void,
  onSetCover: () => void,
): ReactNode[] {
  const { document, persona } = props;
  const { docType, id, status, submissionStatus } = document;
  const { can, rights } = useSession();
  const exporting = useExport(document, persona);
  const invoice = useEnterInvoice(document);
  const approve = useApprove(props, bar);
  const { approver, submitter } = reviewActions[docType];
  const { create } = kinds[docType];
  const waits = inApproval(status);
  const allowed = (action: Parameters<typeof bar.rules.check>[0], isOffered: boolean) =>
    isOffered && bar.busy === null && bar.rules.check(action) === null;
  const denies = approver.bar.includes('deny') || approver.menu.includes('deny');
  const pushes = submitter.menu.includes('push') || approver.menu.includes('push');
  return [
    allowed('approve', waits) ? item('approve', 'Approve', () => void approve()) : null,
    allowed('revise', waits && approver.bar.includes('revise'))
      ? item('revise', 'Revise', () => bar.openDialog('revise'))
      : null,
    allowed('deny', waits && denies) ? item('deny', 'Deny', () => bar.openDialog('deny'), true) : null,
    allowed('take-back', approver.menu.includes('take-back'))
      ? item('take-back', 'Take Back Approval', () => bar.run('take-back'))
      : null,
    allowed('submit', editable(submissionStatus)) ? item('submit', 'Submit for Approval', submit) : null,
    allowed('nudge', waits) ? item('nudge', 'Nudge Approvers', () => bar.run('nudge')) : null,
    allowed('pull', waits && submitter.menu.includes('pull'))
      ? item('pull', 'Pull from Approval', () => bar.openDialog('pull'))
      : null,
    allowed('push', pushes)
      ? item('push', 'Push to Accounting', () =>
          status === 'APPROVED' ? bar.run('push') : bar.openDialog('push'),
        )
      : null,
    invoice?.reason === null ? (
      <MenuItem key="enter-invoice" id="enter-invoice" href={invoice.href}>
        {enterInvoice}
      </MenuItem>
    ) : null,
    create !== null && can(create, 'FULL') ? (
      <MenuItem key="duplicate" id="duplicate" href={duplicatePath(docType, id)}>
        Duplicate
      </MenuItem>
    ) : null,
    exporting.isLocked
      ? null
      : item('pdf', 'Export PDF', () => void exporting.run(allOptions(docType), null)),
    waits && persona === 'APPROVER' && isApprover(rights.role)
      ? item('cover', 'Set Cover', onSetCover)
      : null,
  ].filter((each) => each !== null);
}

/** The menu of a row with its document, and the dialogs of its actions. */
export function RowMenu(props: RowMenuProps) {
  const { document, docType, persona, row, trigger, isOpen, onOpenChange } = props;
  const [isSettingCover, setSettingCover] = useState(false);
  const bar = useActionBar(document, persona, props.onChanged);
  const submitting = useSubmit(document, bar);
  const items = useItems(props, bar, submitting.submit, () => setSettingCover(true));
  const dialog = { document, bar };
  const label = `Actions for ${document.name}`;
  return (
    <>
      <Popover
        aria-label={label}
        triggerRef={trigger}
        placement="bottom end"
        isOpen={isOpen}
        onOpenChange={onOpenChange}
      >
        <AriaMenu
          aria-label={label}
          autoFocus="first"
          onClose={() => onOpenChange(false)}
          className="max-h-[70vh] min-w-52 overflow-auto p-1 outline-none"
        >
          <MenuItem id="open" textValue="Open" href={hrefOf(docType, row, persona)}>
            <span className="flex items-center justify-between gap-4">
              Open
              <ShortcutHint name="openRow" />
            </span>
          </MenuItem>
          {items.length > 0 ? <MenuSeparator /> : null}
          {items}
        </AriaMenu>
      </Popover>
      <FinalApprovalDialog {...dialog} />
      <ConfirmDialogs {...dialog} />
      <ReasonDialogs {...dialog} />
      {bar.dialog === 'flow' ? (
        <LazyOverlay onClose={bar.close}>
          <ChooseWorkflowDialog {...dialog} workflows={submitting.workflows} proposed={submitting.proposed} />
        </LazyOverlay>
      ) : null}
      {bar.dialog === 'budget-reason' ? (
        <LazyOverlay onClose={bar.close}>
          <BudgetReasonDialog {...dialog} />
        </LazyOverlay>
      ) : null}
      {isSettingCover ? <SetCoverOverlay onClose={() => setSettingCover(false)} /> : null}
    </>
  );
}
