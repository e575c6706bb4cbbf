import { useId } from 'react';
import type { ReactNode } from 'react';
import { CircleHelp, LayoutList, LogOut, Settings2, Inbox, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Link } from 'react-aria-components/Link';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../parts/controls/button.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { NavIcon } from './nav-icon.tsx';
import type { SectionLink, UserActions } from './nav-link.ts';

const rowClass =
  'flex min-h-12 w-full cursor-pointer items-center gap-3 px-5 text-left text-lg aria-[current=page]:bg-surface-sunken aria-[current=page]:font-semibold data-pressed:bg-surface-pressed outline-offset-[-3px]';

function Row(props: { icon: ReactNode; children: string; href?: string; onPress: () => void }) {
  const inside = (
    <>
      <span className="text-ink-muted">{props.icon}</span>
      {props.children}
    </>
  );
  if (props.href === undefined) {
    return (
      <Button onPress={props.onPress} className={rowClass}>
        {inside}
      </Button>
    );
  }
  return (
    <Link href={props.href} onPress={props.onPress} className={rowClass}>
      {inside}
    </Link>
  );
}

/** A tab with the same icon as in the bottom bar. */
function TabRow(props: { link: SectionLink; onClose: () => void }) {
  const { link, onClose } = props;
  return (
    <Link
      href={link.href}
      onPress={onClose}
      aria-current={link.current ? 'page' : 'false'}
      className={rowClass}
    >
      <span className="text-ink-muted">
        <NavIcon id={link.id} />
      </span>
      <span className="flex-1">{link.text}</span>
      <Badge count={link.count} label={link.countText} strong />
    </Link>
  );
}

/** The areas of management, one row each, because a phone has no hover (SH-40, SH-41). */
function AreaRows(props: { link: SectionLink; onClose: () => void }) {
  const { link, onClose } = props;
  const headId = useId();
  return (
    <div role="group" aria-labelledby={headId} className="mt-3 border-t border-line pt-3">
      <p id={headId} className="px-5 pb-1 text-sm font-medium text-ink-muted">
        {link.text}
      </p>
      {link.areas.map((area) => (
        <Link
          key={area.id}
          href={area.href}
          onPress={onClose}
          aria-current={area.current ? 'page' : 'false'}
          // Aligned with the texts next to the icons.
          className={`${rowClass} pl-13`}
        >
          {area.text}
        </Link>
      ))}
    </div>
  );
}

/** The drawer of a phone: the tabs and the items of the user menu (SH-43). */
export function Drawer(props: {
  isOpen: boolean;
  onClose: () => void;
  links: readonly SectionLink[];
  actions: UserActions;
}) {
  const { onClose, actions } = props;
  const after = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fade fixed inset-0 z-40 bg-scrim"
    >
      <Modal className="h-full w-80 max-w-[85vw] bg-surface-raised shadow-float transition-transform duration-[160ms] data-entering:-translate-x-full data-exiting:-translate-x-full">
        <Dialog className="flex h-full flex-col overflow-auto pb-[env(safe-area-inset-bottom)] outline-none">
          <header className="flex items-center justify-between py-3 pr-3 pl-5">
            <Heading slot="title" className="text-lg font-semibold">
              Backlot
            </Heading>
            <IconButton label="Close menu" onPress={onClose}>
              <X aria-hidden className="size-5" />
            </IconButton>
          </header>
          <nav aria-label="Menu">
            {props.links.map((link) =>
              link.areas.length > 0 ? (
                <AreaRows key={link.id} link={link} onClose={onClose} />
              ) : (
                <TabRow key={link.id} link={link} onClose={onClose} />
              ),
            )}
          </nav>
          <div className="mt-3 border-t border-line pt-3">
            <Row icon={<LayoutList aria-hidden className="size-5" />} href="/shows" onPress={onClose}>
              My Shows
            </Row>
            <Row icon={<CircleHelp aria-hidden className="size-5" />} href="/help" onPress={onClose}>
              Help
            </Row>
            <Row icon={<Settings2 aria-hidden className="size-5" />} onPress={after(actions.onSettings)}>
              Account Settings
            </Row>
            {actions.onSetCover ? (
              <Row icon={<Inbox aria-hidden className="size-5" />} onPress={after(actions.onSetCover)}>
                Set Cover
              </Row>
            ) : null}
            <Row icon={<LogOut aria-hidden className="size-5" />} onPress={after(actions.onLogOut)}>
              Log Out
            </Row>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
