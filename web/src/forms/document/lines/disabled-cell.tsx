import { TooltipText } from '../../../parts/controls/tooltip.tsx';

/** A field of a line that has nothing to choose, and says why; a cell of the table has room for a word, its tooltip for the rest. */
export function ClosedCell(props: { label: string; hideLabel: boolean; reason: string; short?: string }) {
  const { label, hideLabel, reason, short = '—' } = props;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {hideLabel ? null : <span className="text-sm font-medium">{label}</span>}
      <TooltipText
        text={reason}
        className={`flex items-center text-ink-muted ${hideLabel ? 'h-control px-1.5 text-sm whitespace-nowrap' : 'min-h-9 px-2.5'}`}
      >
        {hideLabel ? <span aria-hidden>{short}</span> : null}
        <span className={hideLabel ? 'sr-only' : ''}>{reason}</span>
      </TooltipText>
    </div>
  );
}
