import { Button } from '../../../../parts/controls/button.tsx';
import { ProgressBar } from '../../../../parts/controls/progress-bar.tsx';
import { sizeText } from '../../../../parts/display/file-size.ts';
import type { LogDownload } from './log-download.ts';

/** The progress of a log download, and its end. */
export function LogProgress({ run }: { run: LogDownload }) {
  const label = `Exporting ${run.name}`;
  const percent = run.expected === null ? null : Math.min(100, (100 * run.received) / run.expected);
  return (
    <section
      aria-label="Export"
      className="mb-3 flex items-center gap-4 rounded-lg border border-line bg-surface-raised py-2 pr-2 pl-4"
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-4 pb-1.5 text-sm">
          <span className="font-medium">{`${label} as ${run.format === 'csv' ? 'CSV' : 'Excel'}`}</span>
          <span className="figures text-ink-muted">{`${sizeText(run.received)} received`}</span>
        </p>
        <ProgressBar label={label} percent={percent} hideLabel />
      </div>
      <Button onPress={run.cancel}>Cancel</Button>
    </section>
  );
}
