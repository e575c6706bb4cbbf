import type { ReactNode } from 'react';
import { EllipsisVertical } from 'lucide-react';
import { IconButton } from '../../../../parts/controls/button.tsx';
import { Menu, MenuItem } from '../../../../parts/overlays/menu.tsx';
import { Spinner } from '../../../../parts/controls/spinner.tsx';
import { useSession } from '../../../../session/session.tsx';
import type { StoredDocument } from '../../document.ts';
import { exportTrigger } from '../../export/export-button.tsx';
import type { ExportDialogState } from '../../export/export-button.tsx';
import { duplicatePath, kinds } from '../../paths.ts';
import { enterInvoice, useEnterInvoice } from './enter-invoice.ts';
import type { InvoiceEntry } from './enter-invoice.ts';
import type { MenuEntry } from './review-actions.ts';
import type { ActionBarState } from './use-action-bar.ts';
import { useState } from 'react';
import { useToast } from '../../../../parts/overlays/toast.tsx';

/** Downloads a document with all its evidence. Null for users without permission (RP-06). */
function useAuditPack(document: StoredDocument): { isBusy: boolean; download: () => void } | null {
  const { can } = useSession();
  const flash = useToast();
  const [isBusy, setBusy] = useState(false);
  if (!can('Show', 'FULL')) return null;
  const download = async () => {
    setBusy(true);
    flash('info', 'The audit pack is being prepared.');
    try {
      const { downloadAuditPack } = await import('./download-audit-pack.ts');
      flash('success', `${await downloadAuditPack(document)} successfully downloaded.`);
    } catch {
      flash('failure', 'The audit pack could not be created. Please try again.');
    }
    setBusy(false);
  };
  return { isBusy, download: () => void download() };
}

interface MenuContext {
  document: StoredDocument;
  bar: ActionBarState;
  mayCreate: boolean;
  /** The link that starts an invoice of this PO. Null if there is none. */
  invoice: InvoiceEntry | null;
  /** Shown below every entry while an action runs. */
  busyReason: string | null;
}

function actionItem(
  action:
    | 'take-back'
    | 'nudge'
    | 'pull-from-accounting'
    | 'send-back'
    | 'adjust'
    | 'discard'
    | 'pull'
    | 'deny',
  text: string,
  { bar, busyReason }: MenuContext,
  onAction: () => void,
  danger = false,
): ReactNode {
  return (
    <MenuItem
      key={action}
      id={action}
      danger={danger}
      reason={busyReason ?? bar.disabledReason(action)}
      onAction={onAction}
    >
      {text}
    </MenuItem>
  );
}

function runItem(
  action: 'take-back' | 'nudge' | 'pull-from-accounting',
  text: string,
  context: MenuContext,
): ReactNode {
  return actionItem(action, text, context, () => context.bar.run(action));
}

function dialogItem(
  action: 'send-back' | 'adjust' | 'discard' | 'pull' | 'deny',
  text: string,
  context: MenuContext,
  danger = false,
): ReactNode {
  return actionItem(action, text, context, () => context.bar.openDialog(action), danger);
}

/** A disabled entry shows its reason. An entry that applies only in some states returns null in the others. */
const entries: Record<MenuEntry, (context: MenuContext) => ReactNode> = {
  duplicate: ({ document, mayCreate }) =>
    mayCreate ? (
      <MenuItem key="duplicate" id="duplicate" href={duplicatePath(document.docType, document.id)}>
        Duplicate
      </MenuItem>
    ) : null,
  // Who approved a document that is approved by now learns that it is too late.
  'take-back': (context) => {
    const code = context.bar.rules.check('take-back');
    return code === null || (code !== 'FORBIDDEN' && context.document.status === 'APPROVED')
      ? runItem('take-back', 'Take Back Approval', context)
      : null;
  },
  'send-back': (context) =>
    context.bar.rules.check('send-back') === null
      ? dialogItem('send-back', 'Send Back to Earlier Step', context)
      : null,
  ask: ({ bar, busyReason }) =>
    bar.rules.checkAsk() === null ? (
      <MenuItem key="ask" id="ask" reason={busyReason} onAction={() => bar.openDialog('ask')}>
        Ask a Question
      </MenuItem>
    ) : null,
  // The owner of a document that waits for nobody learns why there is nobody to nudge.
  nudge: (context) =>
    context.bar.rules.check('nudge') === 'FORBIDDEN' ? null : runItem('nudge', 'Nudge Approvers', context),
  adjust: (context) => dialogItem('adjust', 'Change Order', context),
  discard: (context) =>
    context.bar.rules.check('discard') === null
      ? dialogItem('discard', 'Discard Change Order', context, true)
      : null,
  pull: (context) => {
    // A payment has no creator. Its submitter pulls it.
    const isOffered = context.mayCreate || kinds[context.document.docType].create === null;
    return isOffered ? dialogItem('pull', 'Pull from Approval', context) : null;
  },
  push: ({ document, bar, busyReason }) => (
    <MenuItem
      key="push"
      id="push"
      reason={busyReason ?? bar.disabledReason('push')}
      onAction={() => (document.status === 'APPROVED' ? bar.run('push') : bar.openDialog('push'))}
    >
      Push to Accounting
    </MenuItem>
  ),
  'pull-from-accounting': (context) =>
    context.bar.rules.check('pull-from-accounting') === null
      ? runItem('pull-from-accounting', 'Pull from Accounting', context)
      : null,
  'enter-invoice': ({ invoice }) =>
    invoice ? (
      <MenuItem key="enter-invoice" id="enter-invoice" href={invoice.href} reason={invoice.reason}>
        {enterInvoice}
      </MenuItem>
    ) : null,
  deny: (context) => dialogItem('deny', 'Deny', context, true),
};

/** The export and the way back as entries, on a phone. */
export function exportItem(dialog: ExportDialogState): ReactNode {
  const { reason, isPending } = exportTrigger(dialog);
  return (
    <MenuItem
      key="export"
      id="export"
      reason={isPending ? 'The PDF is being generated.' : reason}
      onAction={dialog.open}
    >
      Export PDF
    </MenuItem>
  );
}

export function backItem(href: string): ReactNode {
  return (
    <MenuItem key="back" id="back" href={href}>
      Back to Dashboard
    </MenuItem>
  );
}

/** The menu of both bars (PO-22, AP-20, CO-11, IN-26, DEC-77). Nothing if it would be empty. */
export function MoreMenu(props: {
  document: StoredDocument;
  bar: ActionBarState;
  entries: readonly MenuEntry[];
  /** Entries that are buttons of the bar where there is room (REV-02). */
  more?: readonly ReactNode[];
  isExporting?: boolean;
}) {
  const { document, bar, more = [], isExporting = false } = props;
  const { can } = useSession();
  const { create } = kinds[document.docType];
  const invoice = useEnterInvoice(document);
  const pack = useAuditPack(document);
  const context: MenuContext = {
    document,
    invoice,
    bar,
    mayCreate: create !== null && can(create, 'FULL'),
    busyReason: bar.busy === null ? null : 'Another action is running.',
  };
  const own = props.entries.map((entry) => entries[entry](context));
  const items = [...more, ...own].filter((item) => item !== null);
  if (items.length === 0 && !pack) return null;
  // The menu button shows the progress of those that have no button of their own (AP-34).
  const runsHere =
    isExporting || ['push', 'pull-from-accounting', 'take-back', 'nudge'].includes(bar.busy ?? '');
  return (
    <Menu
      label="More actions"
      placement="top end"
      trigger={
        <IconButton label="More actions" look="plain" isPending={runsHere}>
          {runsHere ? <Spinner small /> : <EllipsisVertical aria-hidden className="size-4" />}
        </IconButton>
      }
    >
      {items}
      {pack ? (
        <MenuItem
          id="audit-pack"
          reason={pack.isBusy ? 'The audit pack is being prepared.' : null}
          onAction={pack.download}
        >
          Download Audit Pack
        </MenuItem>
      ) : null}
    </Menu>
  );
}
