import { CircleHelp, Keyboard, LogOut, Settings2 } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Avatar } from '../parts/display/avatar.tsx';
import { Menu, MenuItem, MenuLine, MenuSection } from '../parts/overlays/menu.tsx';
import { useSession } from '../session/session.tsx';
import type { UserActs } from './nav-link.ts';

/** SH-46 */
export function UserMenu(props: { acts: UserActs }) {
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
          onAction={props.acts.onSettings}
        >
          Account Settings
        </MenuItem>
        <MenuItem id="help" icon={<CircleHelp aria-hidden className="size-4" />} href="/help">
          Help
        </MenuItem>
        {matchMedia('(pointer: coarse)').matches ? null : (
          <MenuItem
            id="shortcuts"
            icon={<Keyboard aria-hidden className="size-4" />}
            onAction={props.acts.onShortcuts}
          >
            Keyboard shortcuts
          </MenuItem>
        )}
      </MenuSection>
      <MenuLine />
      <MenuItem id="log-out" icon={<LogOut aria-hidden className="size-4" />} onAction={props.acts.onLogOut}>
        Log Out
      </MenuItem>
    </Menu>
  );
}
