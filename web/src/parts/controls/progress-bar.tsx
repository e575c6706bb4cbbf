import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';

/** Progress from 0 to 100; null while it is unknown. */
export function ProgressBar(props: { label: string; percent: number | null; hideLabel?: boolean }) {
  return (
    <AriaProgressBar
      aria-label={props.label}
      isIndeterminate={props.percent === null}
      value={props.percent ?? 0}
      className="min-w-0"
    >
      {({ percentage, valueText }) => (
        <>
          {props.hideLabel ? null : (
            <div className="flex justify-between gap-2 pb-1 text-xs text-ink-muted">
              <span className="truncate">{props.label}</span>
              <span className="figures">{valueText}</span>
            </div>
          )}
          <div className="h-1 overflow-hidden rounded-full bg-ink-soft">
            {percentage === undefined ? (
              <div className="h-full w-1/3 animate-progress rounded-full bg-ink-muted" />
            ) : (
              <div
                className="h-full origin-left bg-ink-muted transition-transform duration-[160ms]"
                style={{ transform: `scaleX(${percentage / 100})` }}
              />
            )}
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
