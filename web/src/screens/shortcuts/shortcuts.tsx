import { useLocation, useNavigate } from 'react-router';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../parts/overlays/lazy-overlay.tsx';
import { useShortcut } from '../../parts/keyboard/shortcuts.ts';
import { useSession } from '../../session/session.tsx';
import { createPath } from '../search/create-path.ts';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** The shortcuts of every screen: `?` lists the ones that work, `g` navigates. */
export function Shortcuts(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { isOpen, onOpenChange } = props;
  const { rights, can } = useSession();
  const { pathname } = useLocation();
  const create = createPath({ rights, can }, pathname);
  const navigate = useNavigate();
  const to = (href: string) => () => void navigate(href);
  useShortcut('help', () => onOpenChange(true));
  useShortcut('create', () => create && void navigate(create), { isOn: create !== null });
  useShortcut('goApprovals', to('/approvals'));
  useShortcut('goOrders', to('/po'));
  useShortcut('goInvoices', to('/invoice'), { isOn: rights.invoices });
  useShortcut('goPayments', to('/payment'), { isOn: rights.payments });
  return isOpen ? (
    <LazyOverlay onClose={() => onOpenChange(false)}>
      <ShortcutsDialog onClose={() => onOpenChange(false)} />
    </LazyOverlay>
  ) : null;
}
