import { EllipsisVertical } from 'lucide-react';
import { IconButton } from '../../../parts/button.tsx';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import { Spinner } from '../../../parts/spinner.tsx';
import { useSession } from '../../../session/session.tsx';
import type { Bar } from './use-bar.ts';
import type { StoredDocument } from '../document.ts';
import { duplicatePath } from '../kinds.ts';

/**
 * The menu of both bars (PO-22, AP-20, CO-11, DEC-77). What cannot be done now says why under its name; what the
 * contract offers only where it is possible is not listed elsewhere.
 */
export function MoreMenu(props: { document: StoredDocument; bar: Bar; isSubmitter: boolean }) {
  const { document, bar, isSubmitter } = props;
  const { can } = useSession();
  const mayCreate = isSubmitter && can('CreatePurchaseOrders', 'FULL');
  const waits = bar.busy === null ? null : 'Another action is running.';
  const reason = (action: 'adjust' | 'pull' | 'push') => waits ?? bar.why(action);
  // AP-34: these two run from the menu itself, where no button of their own could say so.
  const runsHere = bar.busy === 'push' || bar.busy === 'pull-from-accounting';
  const push = () => (document.status === 'APPROVED' ? bar.act('push') : bar.ask('push'));
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
      {mayCreate ? (
        <MenuItem id="duplicate" href={duplicatePath(document.docType, document.id)}>
          Duplicate
        </MenuItem>
      ) : null}
      <MenuItem id="adjust" reason={reason('adjust')} onAction={() => bar.ask('adjust')}>
        Change Order
      </MenuItem>
      {isSubmitter && bar.rules.ask('discard') === null ? (
        <MenuItem id="discard" danger reason={waits} onAction={() => bar.ask('discard')}>
          Discard Change Order
        </MenuItem>
      ) : null}
      {mayCreate ? (
        <MenuItem id="pull" reason={reason('pull')} onAction={() => bar.ask('pull')}>
          Pull from Approval
        </MenuItem>
      ) : null}
      <MenuItem id="push" reason={reason('push')} onAction={push}>
        Push to Accounting
      </MenuItem>
      {bar.rules.ask('pull-from-accounting') === null ? (
        <MenuItem id="pull-from-accounting" reason={waits} onAction={() => bar.act('pull-from-accounting')}>
          Pull from Accounting
        </MenuItem>
      ) : null}
    </Menu>
  );
}
