import { CircleCheck, Mail, MessageSquare, Pencil, Send } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { DocumentEntry, TimelineKind } from '#domain/history/document-timeline';
import { Button } from '../../../../parts/controls/button.tsx';
import { Time } from '../../../../parts/display/date-format.tsx';
import { ChangedValues } from '../../changed-value.tsx';

const icons: Record<TimelineKind, LucideIcon> = {
  DECISION: CircleCheck,
  CHANGE: Pencil,
  NOTE: MessageSquare,
  EMAIL: Mail,
  ACCOUNTING: Send,
};

interface VersionPdf {
  /** What each approved version is called. */
  texts: readonly string[];
  isBusy: boolean;
  isLocked: boolean;
  download: (index: number) => void;
}

/** The PDF of the version that this approval completed, or the comparison with the version before (TIME-04). */
function EntryActions(props: {
  entry: DocumentEntry;
  pdf: VersionPdf;
  onCompare: (version: number) => void;
}) {
  const { entry, pdf } = props;
  const { approvedVersion, contentVersion } = entry;
  const text = approvedVersion === null ? null : (pdf.texts[approvedVersion] ?? null);
  if (text === null && contentVersion === null) return null;
  return (
    <div className="flex flex-wrap gap-x-2">
      {approvedVersion === null || text === null ? null : (
        <Button
          look="quiet"
          flush="left"
          reason={pdf.isLocked && !pdf.isBusy ? 'Another export is in progress.' : null}
          isDisabled={pdf.isBusy}
          onPress={() => pdf.download(approvedVersion)}
        >
          {`PDF of ${text}`}
        </Button>
      )}
      {contentVersion === null ? null : (
        <Button
          look="quiet"
          flush="left"
          aria-label={`Compare with Before: version ${contentVersion}`}
          onPress={() => props.onCompare(contentVersion)}
        >
          Compare with Before
        </Button>
      )}
    </div>
  );
}

function Entry(props: { entry: DocumentEntry; pdf: VersionPdf; onCompare: (version: number) => void }) {
  const { entry } = props;
  const Icon = icons[entry.kind];
  return (
    <li className="relative flex gap-3 pb-4 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-[13.5px] not-last:before:w-px not-last:before:bg-line-strong last:pb-0">
      <span
        aria-hidden
        className={`grid size-7 shrink-0 place-items-center rounded-full ${entry.hasFailed ? 'bg-negative-soft text-negative' : 'bg-ink-soft text-ink-muted'}`}
      >
        <Icon className="size-3.5" />
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={`font-medium ${entry.hasFailed ? 'text-negative' : ''}`}>{entry.title}</span>
          <span className="text-xs text-ink-muted">
            <Time at={entry.timeStamp} />
          </span>
        </p>
        <p className="text-sm text-ink-muted wrap-anywhere">
          <bdi>{entry.userName}</bdi>
          {entry.note ? ` · ${entry.note}` : null}
        </p>
        {entry.text ? <p className="break-words whitespace-pre-wrap">{entry.text}</p> : null}
        {entry.fields.length > 0 ? <ChangedValues fields={entry.fields} /> : null}
        <EntryActions {...props} />
      </div>
    </li>
  );
}

/** The entries, newest first (TIME-02). */
export function TimelineList(props: {
  entries: readonly DocumentEntry[];
  pdf: VersionPdf;
  onCompare: (version: number) => void;
}) {
  return (
    <ol aria-label="Timeline">
      {props.entries.map((entry) => (
        <Entry key={entry.id} entry={entry} pdf={props.pdf} onCompare={props.onCompare} />
      ))}
    </ol>
  );
}
