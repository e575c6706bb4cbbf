import type { ReactNode } from 'react';
import { EllipsisVertical } from 'lucide-react';
import { IconButton } from '../../../../parts/controls/button.tsx';
import { Menu, MenuItem } from '../../../../parts/overlays/menu.tsx';
import { Spinner } from '../../../../parts/controls/spinner.tsx';
import { useSession } from '../../../../session/session.tsx';
import type { StoredDocument } from '../../document.ts';
import { duplicatePath, kinds } from '../../paths.ts';
import { enterInvoice, useEnterInvoice } from './enter-invoice.ts';
import type { InvoiceEntry } from './enter-invoice.ts';
import type { MenuEntry } from './action-plan.ts';
import { useAuditPack } from './use-audit-pack.ts';
import type { Bar } from './use-action-bar.ts';

interface Standing {
  document: StoredDocument;
  bar: Bar;
  mayCreate: boolean;
  /** Where an invoice of this PO begins; null: nowhere. */
  invoice: InvoiceEntry | null;
  /** Said under every entry while something runs. */
  waits: string | null;
}

function asked(
  action: 'adjust' | 'pull' | 'deny',
  text: string,
  { bar, waits }: Standing,
  danger = false,
): ReactNode {
  return (
    <MenuItem
      key={action}
      id={action}
      danger={danger}
      reason={waits ?? bar.why(action)}
      onAction={() => bar.ask(action)}
    >
      {text}
    </MenuItem>
  );
}

/** What cannot be done now says why under its name; what is only there where it is possible answers null elsewhere. */
const entries: Record<MenuEntry, (standing: Standing) => ReactNode> = {
  duplicate: ({ document, mayCreate }) =>
    mayCreate ? (
      <MenuItem key="duplicate" id="duplicate" href={duplicatePath(document.docType, document.id)}>
        Duplicate
      </MenuItem>
    ) : null,
  adjust: (standing) => asked('adjust', 'Change Order', standing),
  discard: ({ bar, waits }) =>
    bar.rules.ask('discard') === null ? (
      <MenuItem key="discard" id="discard" danger reason={waits} onAction={() => bar.ask('discard')}>
        Discard Change Order
      </MenuItem>
    ) : null,
  pull: (standing) => {
    // A payment is pulled by whoever submitted it: nobody creates one.
    const isOffered = standing.mayCreate || kinds[standing.document.docType].create === null;
    return isOffered ? asked('pull', 'Pull from Approval', standing) : null;
  },
  push: ({ document, bar, waits }) => (
    <MenuItem
      key="push"
      id="push"
      reason={waits ?? bar.why('push')}
      onAction={() => (document.status === 'APPROVED' ? bar.act('push') : bar.ask('push'))}
    >
      Push to Accounting
    </MenuItem>
  ),
  'pull-from-accounting': ({ bar, waits }) =>
    bar.rules.ask('pull-from-accounting') === null ? (
      <MenuItem
        key="pull-from-accounting"
        id="pull-from-accounting"
        reason={waits}
        onAction={() => bar.act('pull-from-accounting')}
      >
        Pull from Accounting
      </MenuItem>
    ) : null,
  'enter-invoice': ({ invoice }) =>
    invoice ? (
      <MenuItem key="enter-invoice" id="enter-invoice" href={invoice.href} reason={invoice.reason}>
        {enterInvoice}
      </MenuItem>
    ) : null,
  deny: (standing) => asked('deny', 'Deny', standing, true),
};

/** The menu of both bars (PO-22, AP-20, CO-11, IN-26, DEC-77); nothing where it would be empty. */
export function MoreMenu(props: { document: StoredDocument; bar: Bar; entries: readonly MenuEntry[] }) {
  const { document, bar } = props;
  const { can } = useSession();
  const { create } = kinds[document.docType];
  const invoice = useEnterInvoice(document);
  const pack = useAuditPack(document);
  const standing: Standing = {
    document,
    invoice,
    bar,
    mayCreate: create !== null && can(create, 'FULL'),
    waits: bar.busy === null ? null : 'Another action is running.',
  };
  const drawn = props.entries.map((entry) => entries[entry](standing)).filter((item) => item !== null);
  if (drawn.length === 0 && !pack) return null;
  // AP-34: these two run from the menu itself, where no button of their own could say so.
  const runsHere = bar.busy === 'push' || bar.busy === 'pull-from-accounting';
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
      {drawn}
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
