import { MessageCircleQuestionMark, TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import { inApproval } from '#domain/document';
import { temporaryVendorRule } from '#domain/lifecycle/temporary-vendor-rule';
import { openQuestionsOf } from '#domain/questions/question';
import { mustConfirmApproval } from '#domain/workflow/confirm-approval';
import { atFinalStep } from '#domain/workflow/workflow';
import { Button } from '../../../../parts/controls/button.tsx';
import { useIsPhone } from '../../../../parts/hooks/use-breakpoint.ts';
import { useSwipe } from '../../../../parts/hooks/use-swipe.ts';
import { ShortcutHint } from '../../../../parts/keyboard/keyboard-shortcut.tsx';
import { useShortcut } from '../../../../parts/keyboard/shortcuts.ts';
import { useSession } from '../../../../session/session.tsx';
import { words } from '../../../../words.ts';
import { ActionBar } from './action-bar.tsx';
import { ConfirmDialogs, FinalApprovalDialog, ReasonDialogs, TemporaryVendorDialog } from './bar-dialogs.tsx';
import { lazyPart } from '../../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../../parts/overlays/lazy-overlay.tsx';
import type { StoredDocument } from '../../document.ts';
import { ExportButton, ExportDialog, useExportDialog } from '../../export/export-button.tsx';
import { pathBack } from '../../opened-from.ts';
import { editPath } from '../../paths.ts';
import { vendorAdvice } from '../../messages.ts';
import { Decision, decisionItem, useOffered } from './decisions.tsx';
import { backItem, exportItem, MoreMenu } from './more-menu.tsx';
import { NextItemOption, useNextItemEntry } from './next-item-option.tsx';
import { reviewActions } from './review-actions.ts';
import type { DecisionName } from './review-actions.ts';
import { useActionBar } from './use-action-bar.ts';
import { useQueue } from './use-approval-queue.ts';

const AskDialog = lazyPart(async () => (await import('./ask-dialog.tsx')).AskDialog);
const SendBackDialog = lazyPart(async () => (await import('./send-back-dialog.tsx')).SendBackDialog);

/** The warning about a temporary vendor where a permanent one is expected (VE-21, VE-22). */
function VendorWarning({ mayEdit }: { mayEdit: boolean }) {
  return (
    <div className="flex items-start gap-1.5 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      <div className="min-w-0">
        <p className="text-caution">{words.TEMP_VENDOR_NOT_ALLOWED}</p>
        <p className="text-ink-muted">{vendorAdvice(mayEdit)}</p>
      </div>
    </div>
  );
}

/** The line next to Approve while a question is open; approving stays possible (ASK-03). */
function QuestionLine({ count }: { count: number }) {
  return (
    <p className="flex items-center gap-1.5 text-sm text-caution">
      <MessageCircleQuestionMark aria-hidden className="size-4 shrink-0" />
      {count === 1 ? 'A question is open.' : `${count} questions are open.`}
    </p>
  );
}

/** Why an approver of the step cannot approve: a touch screen has no tooltip to look for. */
function RefusalLine({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-caution">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}

/** The actions of an approver. Each checks the same lifecycle rule as the server (AP-20, AP-21). */
export function ApproverBar(props: { document: StoredDocument }) {
  const { document } = props;
  const { user, config } = useSession();
  const { settings } = config;
  const navigate = useNavigate();
  const bar = useActionBar(document, 'APPROVER');
  const actions = reviewActions[document.docType].approver;
  const isWaiting = inApproval(document.status);
  const temporary = temporaryVendorRule(document.docType, {
    temporary: document.subject.vendorIsTemporary,
    replacePoTempVendors: settings.replacePoTempVendors,
    finalStep: atFinalStep(document.subject.instance),
  });
  const approve = () => {
    if (bar.disabledReason('approve') !== null || !bar.isFree) return;
    if (temporary.confirmation) bar.openDialog('temporary');
    else if (mustConfirmApproval(document.subject, user.id, settings)) bar.openDialog('final');
    else bar.run('approve');
  };
  const edit = () => void navigate(editPath(document.docType, document.id));
  const queue = useQueue(document);
  const questions = openQuestionsOf(document.notes).length;
  const approvers = document.workflow?.currentStep?.approvers ?? [];
  const isListed = approvers.some(({ userId, hasApproved }) => userId === user.id && !hasApproved);
  // The warning about the vendor contains more.
  const refusal = isListed && !temporary.warning ? bar.disabledReason('approve') : null;
  const hasApproved = document.workflow?.steps.some((step) =>
    step.approvers.some((one) => one.userId === user.id && one.hasApproved),
  );
  const { next, previous } = queue;
  useShortcut('nextDocument', () => next?.open(), { isOn: next !== null });
  useShortcut('previousDocument', () => previous?.(), { isOn: previous !== null });
  useSwipe('[data-review]', (direction) => {
    if (!bar.settled.isSettled) return;
    if (direction === 'left') next?.open();
    else previous?.();
  });
  const offers = (name: DecisionName) => isWaiting && bar.isFree && actions.bar.includes(name);
  useShortcut('approve', approve, { isOn: isWaiting && bar.settled.isSettled });
  useShortcut('revise', () => bar.openDialog('revise'), {
    isOn: offers('revise') && bar.disabledReason('revise') === null,
  });
  useShortcut('edit', edit, { isOn: offers('edit') && bar.editDisabledReason('edit-in-approval') === null });
  const isPhone = useIsPhone();
  const isOffered = useOffered(document);
  const context = { document, bar, onEdit: edit };
  const decisions = actions.bar.filter(isOffered);
  // A phone has room for one of them next to Approve; the others are in the menu (REV-02).
  const first = decisions.find((name) => name === 'revise') ?? decisions.find((name) => name === 'deny');
  const shown = isPhone ? decisions.filter((name) => name === first) : decisions;
  const exportDialog = useExportDialog(document, 'APPROVER');
  const nextItemEntry = useNextItemEntry(queue);
  const isInMenu = isPhone && isWaiting;
  // A phone has no tooltip with the reason why nothing is left to decide.
  const isDone = isPhone && hasApproved === true && !isListed && bar.disabledReason('approve') !== null;
  const backTo = pathBack(document.docType, 'APPROVER');
  const phoneEntries = [
    ...decisions.filter((name) => !shown.includes(name)).map((name) => decisionItem(name, context)),
    exportItem(exportDialog),
    isWaiting ? nextItemEntry : null,
    isInMenu ? backItem(backTo) : null,
  ];
  const menu = (
    <MoreMenu
      document={document}
      bar={bar}
      entries={actions.menu}
      more={isPhone ? phoneEntries : []}
      isExporting={isPhone && exportDialog.exporting.phase !== null}
    />
  );
  return (
    <>
      <ActionBar
        label="Approval actions"
        document={document}
        settled={bar.settled}
        backTo={backTo}
        isBackInMenu={isInMenu}
        tools={
          <>
            {isPhone ? menu : <ExportButton document={document} dialog={exportDialog} />}
            {next ? (
              <Button isPending={queue.isLoading} onPress={next.open}>
                {next.isEnd ? 'Finish' : 'Next'}
                <ShortcutHint name="nextDocument" />
              </Button>
            ) : null}
          </>
        }
        extra={
          isWaiting && !isPhone ? <NextItemOption others={queue.others} isOwnTurn={queue.isOwnTurn} /> : null
        }
        notice={
          isWaiting && (temporary.warning || refusal !== null || questions > 0 || isDone) ? (
            <div className="grid gap-1">
              {refusal === null ? null : <RefusalLine text={refusal} />}
              {isDone ? <p className="text-sm text-ink-muted">You approved this.</p> : null}
              {temporary.warning ? (
                <VendorWarning mayEdit={bar.editDisabledReason('edit-in-approval') === null} />
              ) : null}
              {questions > 0 ? <QuestionLine count={questions} /> : null}
            </div>
          ) : null
        }
        main={
          isWaiting ? (
            <Button
              look="primary"
              reason={bar.disabledReason('approve')}
              isDisabled={bar.busy !== null && bar.busy !== 'approve'}
              isPending={bar.busy === 'approve'}
              onPress={approve}
            >
              Approve
              <ShortcutHint name="approve" />
            </Button>
          ) : null
        }
      >
        {isPhone ? null : menu}
        {shown.map((name) => (
          <Decision key={name} name={name} {...context} />
        ))}
      </ActionBar>
      {isPhone ? <ExportDialog document={document} dialog={exportDialog} /> : null}
      <TemporaryVendorDialog document={document} bar={bar} onUpdate={edit} />
      <FinalApprovalDialog document={document} bar={bar} />
      <ConfirmDialogs document={document} bar={bar} />
      <ReasonDialogs document={document} bar={bar} />
      {bar.dialog === 'send-back' ? (
        <LazyOverlay onClose={bar.close}>
          <SendBackDialog document={document} bar={bar} />
        </LazyOverlay>
      ) : null}
      {bar.dialog === 'ask' ? (
        <LazyOverlay onClose={bar.close}>
          <AskDialog document={document} onClose={bar.close} />
        </LazyOverlay>
      ) : null}
    </>
  );
}
