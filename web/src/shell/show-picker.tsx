import { useState } from 'react';
import { ChevronsUpDown, LayoutList } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useNavigate } from 'react-router';
import { Badge } from '../parts/display/badge.tsx';
import { Menu, MenuItem, MenuSeparator, MenuSection } from '../parts/overlays/menu.tsx';
import { useSession } from '../session/session.tsx';
import { useOpenShow } from '../session/use-open-show.ts';
import { useWaitingByShow } from '../session/waiting-counts.ts';
import type { ShowSummary } from '../session/api-types.ts';

/** Number of other shows below the recent ones; the rest are on the page of all shows. */
const LISTED_AT_MOST = 5;

/** The license comes first because it distinguishes the shows of one studio, and truncation cuts the end. */
function line(show: ShowSummary): string {
  return [show.license, show.studioDivision.name].filter(Boolean).join(' · ');
}

function ShowName(props: { show: ShowSummary; waiting?: number }) {
  const { show, waiting = 0 } = props;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-medium">{show.name}</span>
        <span className="block truncate text-xs text-ink-muted">{line(show)}</span>
      </span>
      <Badge count={waiting} label={`${waiting} awaiting approval`} />
    </span>
  );
}

/** The user's shows, recent ones first, and a link to all of them (SH-44, SH-45). */
export function ShowPicker() {
  const { show: open, recentShows, shows } = useSession();
  const openShow = useOpenShow();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const waitingIn = useWaitingByShow(isOpen);
  const recent = new Set(recentShows.map(({ id }) => id));
  const others = shows.filter(({ id }) => !recent.has(id)).slice(0, LISTED_AT_MOST);
  const choose = async (show: ShowSummary) => {
    if (await openShow(show)) await navigate('/approvals');
  };
  const item = (show: ShowSummary) => (
    <MenuItem
      key={show.id}
      id={show.id}
      textValue={show.name}
      chosen={show.id === open.id}
      onAction={() => void choose(show)}
    >
      <ShowName show={show} waiting={waitingIn(show.id)} />
    </MenuItem>
  );
  return (
    <Menu
      label="Shows"
      onOpenChange={setOpen}
      placement="bottom start"
      trigger={
        <Button className="flex h-11 min-w-24 max-w-72 shrink-9999 max-md:max-w-52 cursor-pointer items-center gap-2 rounded-md px-2 text-left data-hovered:bg-surface-hover data-pressed:bg-surface-pressed max-sm:max-w-none max-sm:flex-1">
          <span className="sr-only">Show:</span>
          <ShowName show={open} />
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </Button>
      }
    >
      <MenuSection title="Recently viewed">{recentShows.map(item)}</MenuSection>
      {others.length > 0 ? <MenuSection title="My shows">{others.map(item)}</MenuSection> : null}
      <MenuSeparator />
      <MenuItem id="browse-all" icon={<LayoutList aria-hidden className="size-4" />} href="/shows">
        Browse All
      </MenuItem>
    </Menu>
  );
}
