import { TooltipText } from '../../../parts/controls/tooltip.tsx';

/** A line field without options. A table cell shows a short text and the reason in a tooltip. */
export function DisabledCell(props: { label: string; hideLabel: boolean; reason: string; short?: string }) {
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
