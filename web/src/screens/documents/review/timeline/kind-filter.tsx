import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
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
  'touch:min-h-11 inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm data-hovered:bg-surface-hover data-selected:border-ink data-selected:bg-ink data-selected:text-surface-raised';

/** One kind of entry, or all. Only kinds that occur are offered (TIME-03). */
export function KindFilter(props: {
  entries: readonly DocumentEntry[];
  kind: TimelineKind | null;
  onChange: (kind: TimelineKind | null) => void;
}) {
  const { entries } = props;
  const counts = timelineKinds
    .map((kind) => ({ kind, count: entries.filter((entry) => entry.kind === kind).length }))
    .filter(({ count }) => count > 0);
  if (counts.length < 2) return null;
  return (
    <ToggleButtonGroup
      aria-label="Show"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[props.kind ?? 'ALL']}
      onSelectionChange={(keys) => props.onChange(timelineKinds.find((kind) => keys.has(kind)) ?? null)}
      className="flex flex-wrap gap-2"
    >
      <ToggleButton id="ALL" className={chip}>
        All <span className="figures text-xs">{entries.length}</span>
      </ToggleButton>
      {counts.map(({ kind, count }) => (
        <ToggleButton key={kind} id={kind} className={chip}>
          {texts[kind]} <span className="figures text-xs">{count}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
