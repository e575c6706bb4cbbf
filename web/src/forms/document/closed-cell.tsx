import { TooltipText } from '../../parts/tooltip.tsx';

/** A field of a line that has nothing to choose, and says why; in the table the reason is a tooltip. */
export function ClosedCell(props: { label: string; hideLabel: boolean; reason: string }) {
  const { label, hideLabel, reason } = props;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {hideLabel ? null : <span className="text-sm font-medium">{label}</span>}
      <TooltipText text={reason} className="flex h-control items-center px-2.5 text-ink-muted">
        {hideLabel ? <span aria-hidden>—</span> : null}
        <span className={hideLabel ? 'sr-only' : ''}>{reason}</span>
      </TooltipText>
    </div>
  );
}
