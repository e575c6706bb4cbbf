import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { CircleCheck, Mail, TriangleAlert } from 'lucide-react';
import { NavigationType, useNavigationType } from 'react-router';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { sentText, versionText } from '#domain/purchase-orders/version-before-change';
import { statusSentence } from '#domain/history/status-sentence';
import type { StepStatus } from '#domain/workflow/workflow';
import { approverLabels, approverName } from '#domain/workflow/workflow-view';
import type { StepApprover, WorkflowStep } from '#domain/workflow/workflow-response';
import { Chip, StatusChip } from '../../../parts/display/chip.tsx';
import type { Tone } from '../../../parts/display/chip.tsx';
import type { Shape } from '../../../parts/display/status-shape.tsx';
import { timeZone, today, useWhen } from '../../../parts/display/date-format.tsx';
import { BaseAmount } from '../../../parts/display/base-amount.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { TooltipText } from '../../../parts/controls/tooltip.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import { useSession } from '../../../session/session.tsx';
import type { StoredDocument } from '../document.ts';
import { kinds } from '../paths.ts';
import { reviewActions } from './actions/review-actions.ts';
import { toCents } from '#domain/values/money';

interface SummaryLine {
  id: string;
  text: string;
  amount: number;
}

function summaryLines(document: StoredDocument): SummaryLine[] {
  if (document.docType === 'PAYMENT') {
    return document.wire.invoices.map(({ id, number, amount }) => ({
      id,
      text: `Invoice ${number}`,
      amount,
    }));
  }
  const { lineItems } = document.wire;
  return lineItems.map(({ id, description, totalCost }) => ({ id, text: description, amount: totalCost }));
}

const MAX_LINES = 3;

/** What the money is for, where the document itself is below the fold. */
function FirstLines({ document }: { document: StoredDocument }) {
  const all = summaryLines(document);
  const hiddenCount = all.length - MAX_LINES;
  // One more line takes no more room than "and 1 more".
  const shown = hiddenCount === 1 ? all : all.slice(0, MAX_LINES);
  return (
    <ul aria-label="What it is for" className="border-l-2 border-line pl-3 text-sm">
      {shown.map(({ id, text, amount }) => (
        <li key={id} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate">{text}</span>
          <Money cents={toCents(amount)} currency={document.summary.currency} className="text-ink-muted" />
        </li>
      ))}
      {hiddenCount > 1 ? <li className="text-ink-muted">{`and ${hiddenCount} more`}</li> : null}
    </ul>
  );
}

interface StepLook {
  text: string;
  tone: Tone;
  shape: Shape;
}

const pending: StepLook = { text: 'Pending', tone: 'neutral', shape: 'open' };
const closedLooks: Record<Exclude<StepStatus, 'PENDING'>, StepLook> = {
  APPROVED: { text: 'Approved', tone: 'positive', shape: 'check' },
  REVISION: { text: 'Revision', tone: 'caution', shape: 'triangle' },
  VOID: { text: 'Void', tone: 'neutral', shape: 'cross' },
  DENIED: { text: 'Denied', tone: 'negative', shape: 'cross' },
};

/** Any other status is shown as pending (AP-02). */
function lookOf(status: string): StepLook {
  const [, look = pending] = Object.entries(closedLooks).find(([closed]) => closed === status) ?? [];
  return look;
}

/** A step with its approvers' initials. The current one is emphasized; it marks who has approved already (DEC-29). */
function StepChip(props: { step: WorkflowStep; labels: ReadonlyMap<string, string>; isCurrent: boolean }) {
  const { step, labels, isCurrent } = props;
  const look = lookOf(step.status);
  const listed = (textOf: (one: StepApprover, isEarly: boolean) => string) =>
    step.approvers.map((one) => textOf(one, look === pending && one.hasApproved)).join(', ');
  const people = listed(
    ({ userId, initials }, isEarly) => (isEarly ? '✓ ' : '') + (labels.get(userId) ?? initials),
  );
  const names = listed((one, isEarly) => approverName(one) + (isEarly ? ' (approved)' : ''));
  return (
    <li aria-current={isCurrent ? 'step' : undefined}>
      <Chip tone={isCurrent ? 'info' : look.tone} shape={isCurrent ? 'half' : look.shape}>
        <span className={isCurrent ? 'font-semibold' : ''}>{look.text}</span>
        {people ? (
          <span role="img" aria-label={names} title={names} className="max-w-32 truncate font-normal">
            {people}
          </span>
        ) : null}
      </Chip>
    </li>
  );
}

function HeadLine(props: {
  icon: ReactNode;
  text: string;
  detail: string;
  tone: 'good' | 'bad';
  onPress?: (() => void) | undefined;
}) {
  return (
    <TooltipText
      text={props.detail}
      onPress={props.onPress}
      className={`inline-flex items-center gap-1.5 text-sm ${props.tone === 'bad' ? 'text-caution' : 'text-ink-muted'}`}
    >
      {props.icon}
      {props.text}
    </TooltipText>
  );
}

const FailedSendDialog = lazyPart(async () => (await import('./failed-send-dialog.tsx')).FailedSendDialog);

/** Whether accounting has the document, by the newest attempt (DEC-96, PO-48). A failed one opens its reason. */
function AccountingLine({ document }: { document: StoredDocument }) {
  const when = useWhen();
  const [isOpen, setOpen] = useState(false);
  const sent = document.sendHistoryResource.find(({ sendType }) => sendType === 'ACCOUNTING');
  if (!sent) return null;
  const detail = `${when(sent.created)}, ${sent.senderFirstName} ${sent.senderLastName}`;
  const { docType, wire } = document;
  const sentTexts = reviewActions[docType].sent;
  const text = sent.isSuccessful ? sentTexts.done : sentTexts.failed;
  const statusText = docType === 'PO' ? sentText(text, sent.created, wire) : text;
  const Icon = sent.isSuccessful ? CircleCheck : TriangleAlert;
  const close = () => setOpen(false);
  return (
    <>
      <HeadLine
        icon={<Icon aria-hidden className="size-4" />}
        text={statusText}
        detail={detail}
        tone={sent.isSuccessful ? 'good' : 'bad'}
        onPress={sent.isSuccessful ? undefined : () => setOpen(true)}
      />
      {isOpen ? (
        <LazyOverlay onClose={close}>
          <FailedSendDialog document={document} sent={sent} onClose={close} />
        </LazyOverlay>
      ) : null}
    </>
  );
}

const mayStillBeSending =
  'The email may still be sending, or the vendor may have no email contacts. Contact support if it takes too long.';

/** Whether the vendor got the PO, if the show sends approved POs automatically (PO-49, PO-50, DEC-94). */
function VendorMailLine(props: { order: PurchaseOrder }) {
  const { order } = props;
  const { config } = useSession();
  const when = useWhen();
  const isDue = order.status === 'APPROVED' || order.lastVendorEmailTime !== null;
  if (!config.settings.vendorEmailAutoSendEnabled || !isDue) return null;
  const icon = <Mail aria-hidden className="size-4" />;
  if (order.lastVendorEmailTime === null) {
    return <HeadLine icon={icon} text="Vendor email not confirmed" detail={mayStillBeSending} tone="bad" />;
  }
  const detail = `${order.lastVendorEmailRecipients.join(', ')}, ${when(order.lastVendorEmailTime)}`;
  const text = sentText('Emailed to vendor', order.lastVendorEmailTime, order);
  return <HeadLine icon={icon} text={text} detail={detail} tone="good" />;
}

/** What the decision is about, visible without scrolling. */
function Summary({ document: { summary } }: { document: StoredDocument }) {
  const { who, what, cents, currency } = summary;
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
      <Money cents={cents} currency={currency} className="text-lg font-semibold" />
      <BaseAmount of={summary} />
      <span className="min-w-0 wrap-anywhere">
        {who}
        {what ? <span className="text-ink-muted">{` · ${what}`}</span> : null}
      </span>
    </p>
  );
}

/** Moves the focus to the title after a navigation, because the pressed element is gone. */
function useFocusOnArrival() {
  const title = useRef<HTMLHeadingElement>(null);
  const arrivedBy = useNavigationType();
  const focusTitle = useEffectEvent(() => {
    const hasNoFocus = document.activeElement === document.body;
    if (hasNoFocus && arrivedBy !== NavigationType.Pop) title.current?.focus({ preventScroll: true });
  });
  useEffect(() => focusTitle(), []);
  return title;
}

/** The title and status of a document (PO-45 to PO-49). */
export function ReviewHeader(props: { document: StoredDocument }) {
  const { document } = props;
  const { badge } = document;
  const steps = document.workflow?.steps ?? [];
  const current = document.workflow?.currentStep?.id ?? null;
  const labels = approverLabels(steps);
  const title = useFocusOnArrival();
  const facts = { ...document, waiting: document.wire.waiting };
  const standing = statusSentence(facts, { today: today(), timeZone });
  const isPhone = useIsPhone();
  return (
    <header className="grid grid-cols-1 gap-1.5 pt-5 pb-4 max-sm:pt-3 max-sm:pb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1
          ref={title}
          tabIndex={-1}
          className="text-xl font-semibold outline-none"
        >{`${kinds[document.docType].title} ${document.number}`}</h1>
        <StatusChip status={document.status} submissionStatus={document.submissionStatus} />
        {badge ? <Chip tone="caution">{badge}</Chip> : null}
      </div>
      <Summary document={document} />
      {isPhone ? <FirstLines document={document} /> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        {document.workflow?.approvedVersion ? (
          <span className="text-sm text-ink-muted first-letter:uppercase">
            {versionText(document.workflow.approvedVersion)}
          </span>
        ) : null}
        {document.workflow ? (
          <ul aria-label="Approval steps" className="flex flex-wrap gap-1.5">
            {steps.map((step) => (
              <StepChip key={step.id} step={step} labels={labels} isCurrent={step.id === current} />
            ))}
          </ul>
        ) : null}
        {standing ? <span className="text-sm">{standing}</span> : null}
        <AccountingLine document={document} />
        {document.docType === 'PO' ? <VendorMailLine order={document.wire} /> : null}
      </div>
    </header>
  );
}
