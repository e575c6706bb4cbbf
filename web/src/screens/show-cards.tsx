import type { ReactNode } from 'react';
import { Pencil } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { IconButton } from '../parts/controls/button.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { LoadingContent } from '../parts/page/skeleton.tsx';
import type { ShowSummary } from '../session/api-types.ts';

/** My Shows on a phone (UX-09). */
export function ShowCards<Show extends ShowSummary & { mayEdit: boolean }>(props: {
  shows: readonly Show[] | undefined;
  onOpen: (show: Show) => void;
  /** Null for users who may edit no show (SH-52). */
  onEdit: ((show: Show) => void) | null;
  empty: ReactNode;
}) {
  const { onEdit } = props;
  if (props.shows === undefined) return <LoadingContent />;
  if (props.shows.length === 0) return props.empty;
  return (
    <ul aria-label="My Shows" className="gutter grid grid-cols-1 gap-2">
      {props.shows.map((show) => (
        <li key={show.id} className="flex items-center gap-1">
          <Button
            onPress={() => props.onOpen(show)}
            className="flex min-h-11 w-full min-w-0 flex-1 cursor-pointer items-center justify-between gap-3 rounded-lg border border-line bg-surface-raised px-4 py-3 text-left data-pressed:bg-surface-pressed"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{show.name}</span>
              <span className="block truncate text-sm text-ink-muted">
                {[show.license, show.studioDivision.name].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Badge
              count={show.awaitingApprovalCount}
              label={`${show.awaitingApprovalCount} purchase orders awaiting approval`}
              strong
            />
          </Button>
          {onEdit && show.mayEdit ? (
            <IconButton label={`Edit ${show.name}`} onPress={() => onEdit(show)}>
              <Pencil aria-hidden className="size-4" />
            </IconButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
