import { CircleHelp, Inbox, Keyboard, LogOut, Settings2 } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Avatar } from '../parts/display/avatar.tsx';
import { Menu, MenuItem, MenuSeparator, MenuSection } from '../parts/overlays/menu.tsx';
import { useSession } from '../session/session.tsx';
import type { UserActions } from './nav-link.ts';

/** SH-46 */
export function UserMenu(props: { actions: UserActions }) {
  const { user } = useSession();
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <Menu
      label="Account"
      trigger={
        <Button className="touch:size-11 grid size-9 cursor-pointer place-items-center rounded-full data-hovered:bg-surface-hover">
          <Avatar initials={user.initials} name={`Account of ${name}`} />
        </Button>
      }
    >
      <MenuSection title={`${name} · ${user.username}`}>
        <MenuItem
          id="settings"
          icon={<Settings2 aria-hidden className="size-4" />}
          onAction={props.actions.onSettings}
        >
          Account Settings
        </MenuItem>
        {props.actions.onSetCover ? (
          <MenuItem
            id="cover"
            icon={<Inbox aria-hidden className="size-4" />}
            onAction={props.actions.onSetCover}
          >
            Set Cover
          </MenuItem>
        ) : null}
        <MenuItem id="help" icon={<CircleHelp aria-hidden className="size-4" />} href="/help">
          Help
        </MenuItem>
        {!props.actions.onShortcuts || matchMedia('(pointer: coarse)').matches ? null : (
          <MenuItem
            id="shortcuts"
            icon={<Keyboard aria-hidden className="size-4" />}
            onAction={props.actions.onShortcuts}
          >
            Keyboard shortcuts
          </MenuItem>
        )}
      </MenuSection>
      <MenuSeparator />
      <MenuItem
        id="log-out"
        icon={<LogOut aria-hidden className="size-4" />}
        onAction={props.actions.onLogOut}
      >
        Log Out
      </MenuItem>
    </Menu>
  );
}
