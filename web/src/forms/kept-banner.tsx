import { History } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { Time } from '../parts/date-format.tsx';
import type { Kept } from './kept-draft.ts';

/** Unsaved work was found: take it up again, or not. */
export function KeptBanner(props: {
  kept: Kept<unknown>;
  /** The document's own version now: when it is another, somebody has saved since. */
  version: number;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  const { kept } = props;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-info-soft px-4 py-2.5"
    >
      <History aria-hidden className="size-4 text-info" />
      <p className="min-w-0 flex-1">
        {'You have unsaved work from '}
        <Time at={kept.at} />
        {'.'}
        {kept.version === props.version ? '' : ' The document has been saved since.'}
      </p>
      <div className="flex gap-2">
        <Button onPress={props.onDiscard}>Discard</Button>
        <Button onPress={props.onRestore}>Restore</Button>
      </div>
    </div>
  );
}
