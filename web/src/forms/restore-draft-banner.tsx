import { History } from 'lucide-react';
import { Button } from '../parts/controls/button.tsx';
import { Time } from '../parts/display/date-format.tsx';
import { Notice } from '../parts/page/notice.tsx';
import type { AutosavedDraft } from './autosaved-draft.ts';

/** Offers to restore or discard an unsaved draft. */
export function RestoreDraftBanner(props: {
  draft: AutosavedDraft<unknown>;
  /** Its vendor, number and so on. */
  about: readonly string[];
  /** The document's current version: if it differs, someone has saved since. */
  version: number;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  const { draft, about } = props;
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
      <Time at={draft.at} />
      {about.length > 0 ? (
        <>
          {': '}
          <span className="font-medium wrap-anywhere">{about.join(', ')}</span>
        </>
      ) : null}
      {'.'}
      {draft.version === props.version ? '' : ' The document has been saved since.'}
    </Notice>
  );
}
