import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Badge } from '../parts/chip.tsx';
import { Loading } from '../parts/spinner.tsx';
import type { ShowSummary } from '../session/wire.ts';

/** UX-09: My Shows on a phone. */
export function ShowCards(props: {
  shows: readonly ShowSummary[] | undefined;
  onOpen: (show: ShowSummary) => void;
  empty: ReactNode;
}) {
  if (props.shows === undefined) return <Loading />;
  if (props.shows.length === 0) return props.empty;
  return (
    <ul aria-label="My Shows" className="gutter grid grid-cols-1 gap-2">
      {props.shows.map((show) => (
        <li key={show.id}>
          <Button
            onPress={() => props.onOpen(show)}
            className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 rounded-lg border border-line bg-surface-raised px-4 py-3 text-left data-pressed:bg-surface-pressed"
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
        </li>
      ))}
    </ul>
  );
}
