import { Button } from 'react-aria-components/Button';
import { timelineKinds } from '#domain/history/document-timeline';
import type { DocumentEntry, TimelineKind } from '#domain/history/document-timeline';

const texts: Record<TimelineKind, string> = {
  DECISION: 'Decisions',
  CHANGE: 'Changes',
  NOTE: 'Notes',
  EMAIL: 'E-mails',
  ACCOUNTING: 'Accounting',
};

const chip =
  'touch:min-h-11 inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-sm';
const chipLooks = {
  on: 'border-ink bg-ink text-surface-raised',
  off: 'border-line-strong data-hovered:bg-surface-hover',
};

/** One kind of entry, or all. Only kinds that occur are offered (TIME-03). */
export function KindFilter(props: {
  entries: readonly DocumentEntry[];
  kind: TimelineKind | null;
  onChange: (kind: TimelineKind | null) => void;
}) {
  const { entries } = props;
  const choices = [null, ...timelineKinds]
    .map((kind) => ({ kind, count: entries.filter((entry) => kind === null || entry.kind === kind).length }))
    .filter(({ count }) => count > 0);
  if (choices.length < 3) return null;
  return (
    <div role="group" aria-label="Show" className="flex flex-wrap gap-2">
      {choices.map(({ kind, count }) => (
        <Button
          key={kind}
          aria-pressed={kind === props.kind}
          onPress={() => props.onChange(kind)}
          className={`${chip} ${chipLooks[kind === props.kind ? 'on' : 'off']}`}
        >
          {kind === null ? 'All' : texts[kind]} <span className="figures text-xs">{count}</span>
        </Button>
      ))}
    </div>
  );
}
