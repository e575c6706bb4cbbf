import { History } from 'lucide-react';
import { Button } from '../parts/controls/button.tsx';
import { Time } from '../parts/display/date-format.tsx';
import { Notice } from '../parts/page/notice.tsx';
import type { Kept } from './autosaved-draft.ts';

/** Unsaved work was found: take it up again, or not. */
export function RestoreDraftBanner(props: {
  kept: Kept<unknown>;
  /** Its vendor, number and the like. */
  about: readonly string[];
  /** The document's own version now: when it is another, somebody has saved since. */
  version: number;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  const { kept, about } = props;
  return (
    <Notice
      icon={<History aria-hidden className="size-4" />}
      actions={
        <>
          <Button onPress={props.onDiscard}>Discard</Button>
          <Button onPress={props.onRestore}>Restore</Button>
        </>
      }
    >
      {'You have unsaved work from '}
      <Time at={kept.at} />
      {about.length > 0 ? (
        <>
          {': '}
          <span className="font-medium wrap-anywhere">{about.join(', ')}</span>
        </>
      ) : null}
      {'.'}
      {kept.version === props.version ? '' : ' The document has been saved since.'}
    </Notice>
  );
}
