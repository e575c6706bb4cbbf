import { TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import { inApproval } from '#domain/document';
import type { DocType } from '#domain/document';
import { temporaryVendorRule } from '#domain/lifecycle/temporary-vendor-rule';
import { atFinalStep } from '#domain/workflow/workflow';
import { Button } from '../../../../parts/controls/button.tsx';
import { Checkbox } from '../../../../parts/fields/checkbox.tsx';
import { Keys } from '../../../../parts/keyboard/keycaps.tsx';
import { useShortcut } from '../../../../parts/keyboard/shortcuts.ts';
import { useSession } from '../../../../session/session.tsx';
import { useCounts } from '../../../../session/waiting-counts.ts';
import { words } from '../../../../words.ts';
import { ActionBar } from './action-bar.tsx';
import { ConfirmPushDialog, ReasonDialogs, TemporaryVendorDialog } from './bar-dialogs.tsx';
import type { StoredDocument } from '../../document.ts';
import { ExportButton } from '../../export/export-button.tsx';
import { editPath, kinds, nextPath } from '../../paths.ts';
import { vendorAdvice } from '../../messages.ts';
import { MoreMenu } from './more-menu.tsx';
import { reviewPlans } from './action-plan.ts';
import type { DecisionName } from './action-plan.ts';
import { useBar } from './use-action-bar.ts';
import type { Bar } from './use-action-bar.ts';
import { useQueue } from './use-approval-queue.ts';

/** VE-21, where a permanent vendor is expected (VE-22). */
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

/** How much of the queue is left once this one is decided, as the tabs count it. */
function leftText(waiting: number, isMine: boolean): string {
  const left = Math.max(0, isMine ? waiting - 1 : waiting);
  if (left === 0) return isMine ? 'The last one waiting for you' : 'Nothing waits for you';
  return `${left} more waiting for you`;
}

/** PE-21; and how many there are to come. */
function NextItemOption({ docType, isMine }: { docType: DocType; isMine: boolean }) {
  const { showNextItem, setShowNextItem } = useSession();
  const { data } = useCounts();
  const waiting = data?.awaitingApproval[kinds[docType].code];
  return (
    <Checkbox
      label="Display Next Item Needing Approval"
      isSelected={showNextItem}
      onChange={setShowNextItem}
      {...(waiting !== undefined && { hint: leftText(waiting, isMine) })}
    />
  );
}

const asked = {
  void: { text: 'Void', look: 'danger' },
  deny: { text: 'Deny', look: 'danger' },
  revise: { text: 'Revise', look: 'plain' },
} as const;

/** What an approver may press beside Approve (DEC-77); Void stands there outside approval too, for those who may void. */
function Decision(props: { name: DecisionName; document: StoredDocument; bar: Bar; onEdit: () => void }) {
  const { name, document, bar } = props;
  const { can } = useSession();
  const { void: voiding } = kinds[document.docType];
  if (name === 'void' ? voiding === null || !can(voiding, 'FULL') : !inApproval(document.status)) return null;
  const isDisabled = bar.busy !== null;
  if (name === 'edit') {
    return (
      <Button reason={bar.whyNotEdit('edit-in-approval')} isDisabled={isDisabled} onPress={props.onEdit}>
        Edit
      </Button>
    );
  }
  const { text, look } = asked[name];
  return (
    <Button look={look} reason={bar.why(name)} isDisabled={isDisabled} onPress={() => bar.ask(name)}>
      {text}
    </Button>
  );
}

/** AP-20, AP-21: what an approver can do with the document, each act asking the rule that the server asks. */
export function ApproverBar(props: { document: StoredDocument }) {
  const { document } = props;
  const { settings } = useSession().config;
  const navigate = useNavigate();
  const bar = useBar(document, 'APPROVER');
  const plan = reviewPlans[document.docType].approver;
  const waits = inApproval(document.status);
  const temporary = temporaryVendorRule(document.docType, {
    temporary: document.subject.vendorIsTemporary,
    replacePoTempVendors: settings.replacePoTempVendors,
    finalStep: atFinalStep(document.subject.instance),
  });
  const approve = () => {
    if (bar.why('approve') !== null || !bar.isFree) return;
    if (temporary.confirmation) bar.ask('temporary');
    else bar.act('approve');
  };
  const edit = () => void navigate(editPath(document.docType, document.id));
  const { next, previous } = useQueue(document);
  const open = (id: string | null) => () => id !== null && void navigate(nextPath(document.docType, id));
  useShortcut('nextDocument', open(next), { isOn: next !== null });
  useShortcut('previousDocument', open(previous), { isOn: previous !== null });
  const offers = (name: DecisionName) => waits && bar.isFree && plan.bar.includes(name);
  useShortcut('approve', approve, { isOn: waits && bar.settled.isSettled });
  useShortcut('revise', () => bar.ask('revise'), { isOn: offers('revise') && bar.why('revise') === null });
  useShortcut('edit', edit, { isOn: offers('edit') && bar.whyNotEdit('edit-in-approval') === null });
  return (
    <>
      <ActionBar
        label="Approval actions"
        document={document}
        settled={bar.settled}
        backTo={kinds[document.docType].queue}
        tools={<ExportButton document={document} persona="APPROVER" />}
        extra={
          waits ? <NextItemOption docType={document.docType} isMine={bar.why('approve') === null} /> : null
        }
        notice={
          waits && temporary.warning ? (
            <VendorWarning mayEdit={bar.whyNotEdit('edit-in-approval') === null} />
          ) : null
        }
        main={
          waits ? (
            <Button
              look="primary"
              reason={bar.why('approve')}
              isDisabled={bar.busy !== null && bar.busy !== 'approve'}
              isPending={bar.busy === 'approve'}
              onPress={approve}
            >
              Approve
              <Keys name="approve" />
            </Button>
          ) : null
        }
      >
        <MoreMenu document={document} bar={bar} entries={plan.menu} />
        {plan.bar.map((name) => (
          <Decision key={name} name={name} document={document} bar={bar} onEdit={edit} />
        ))}
      </ActionBar>
      <TemporaryVendorDialog document={document} bar={bar} onUpdate={edit} />
      <ConfirmPushDialog document={document} bar={bar} />
      <ReasonDialogs document={document} bar={bar} />
    </>
  );
}
