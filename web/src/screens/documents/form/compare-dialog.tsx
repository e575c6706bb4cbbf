import type { DraftDifference } from '#domain/drafts/draft-differences';
import { Button } from '../../../parts/controls/button.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { useChangedAt } from '../changes-since.tsx';
import type { ChangeEvent } from '#domain/history/history-response';

const changedWords = {
  me: 'You changed this',
  them: 'They changed this',
  both: 'You both changed this',
} as const satisfies Record<DraftDifference['changedBy'], string>;

function Side(props: { name: string; text: string; unit: DraftDifference['unit'] }) {
  const { name, text, unit } = props;
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="break-words whitespace-pre-wrap">
        {text === '' ? <span className="text-ink-muted">Nothing</span> : null}
        {text !== '' && unit === 'day' ? <Day day={text} /> : <bdi>{text}</bdi>}
      </dd>
    </div>
  );
}

function Difference(props: { difference: DraftDifference }) {
  const { label, mine, theirs, unit, changedBy } = props.difference;
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 pb-1">
        <span className="font-medium">{label}</span>
        <span className={`text-xs ${changedBy === 'both' ? 'font-medium text-caution' : 'text-ink-muted'}`}>
          {changedWords[changedBy]}
        </span>
      </p>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <Side name="Yours" text={mine} unit={unit} />
        <Side name="Saved" text={theirs} unit={unit} />
      </dl>
    </li>
  );
}

/** Who saved before the user, and when. */
function SavedBy(props: { changes: readonly ChangeEvent[]; noun: string }) {
  const changedAt = useChangedAt();
  const last = props.changes.at(-1);
  if (!last) return <>{`Someone else saved this ${props.noun} while you were editing it.`}</>;
  const names = [...new Set(props.changes.map(({ userName }) => userName))].join(' and ');
  return (
    <>
      <bdi className="font-medium text-ink">{names}</bdi>
      {` saved this ${props.noun} while you were editing it (${changedAt(last.timeStamp)}).`}
    </>
  );
}

/**
 * Shows both versions when two users edited the same content, and lets the second one choose. No input is lost
 * (DEC-82).
 */
export function CompareDialog(props: {
  noun: string;
  isOpen: boolean;
  isBusy: boolean;
  changes: readonly ChangeEvent[];
  differences: readonly DraftDifference[];
  /** Whether the document may still be saved. */
  isEditable: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onBack: () => void;
}) {
  const { differences } = props;
  return (
    <Dialog
      title="Choose which version to keep"
      size="wide"
      holdsWork
      isOpen={props.isOpen}
      onClose={props.onBack}
      footer={
        <>
          <Button onPress={props.onBack}>Back to Editing</Button>
          <Button onPress={props.onTakeTheirs}>Take Theirs</Button>
          <Button
            look="primary"
            isPending={props.isBusy}
            reason={props.isEditable ? null : 'It can no longer be edited.'}
            onPress={props.onKeepMine}
          >
            Keep Mine
          </Button>
        </>
      }
    >
      <p className="text-ink-muted">
        <SavedBy changes={props.changes} noun={props.noun} />
        {differences.length > 0
          ? ' Your changes are not saved yet. Keep Mine replaces the saved version with yours. Take Theirs opens the saved version and keeps your work available.'
          : ' The saved version now matches yours.'}
      </p>
      <ul aria-label="Differences" className="divide-y divide-line pt-2">
        {differences.map((difference) => (
          <Difference key={difference.field} difference={difference} />
        ))}
      </ul>
    </Dialog>
  );
}
