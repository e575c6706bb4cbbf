import { useRef, useSyncExternalStore } from 'react';
import { ChevronDown, FileDown } from 'lucide-react';
import { logFileName } from '#domain/lists/log-format';
import type { LogFormat } from '#domain/lists/log-format';
import { Button } from '../../../parts/controls/button.tsx';
import { timeZone, today } from '../../../parts/display/date-format.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { Menu, MenuItem, MenuSection } from '../../../parts/overlays/menu.tsx';
import { ProgressBar } from '../../../parts/controls/progress-bar.tsx';
import { sizeText } from '../../../parts/display/file-size.ts';
import { useRestoreFocus } from '../../../parts/hooks/use-restore-focus.ts';
import { useSession } from '../../../session/session.tsx';
import type { LogExport } from './list-definition.ts';
import { currentLogDownload, subscribeLogDownload } from './log/log-download.ts';
import type { LogDownload } from './log/log-download.ts';
import type { LogRequest } from './log/save-log.ts';

function useLogDownload(): LogDownload | null {
  return useSyncExternalStore(subscribeLogDownload, currentLogDownload);
}

/** Saves a log. No other export can run meanwhile; a toast reports the result on any page (RP-01, DEC-81). */
export function useSaveLog(): (log: LogRequest) => Promise<void> {
  const { setBulkExportLocked } = useSession();
  const flash = useToast();
  return async (log) => {
    setBulkExportLocked(true);
    try {
      const { saveLog } = await import('./log/save-log.ts');
      const fileName = await saveLog(log);
      if (fileName) flash('success', `${fileName} successfully downloaded.`);
    } catch {
      // (RP-04)
      flash('failure', 'Unable to generate report.');
    } finally {
      setBulkExportLocked(false);
    }
  };
}

function useExportLog(log: LogExport): (format: LogFormat) => Promise<void> {
  const { show } = useSession();
  const save = useSaveLog();
  return (format) => {
    const query = new URLSearchParams({ timeZone, format });
    return save({
      name: `the ${log.noun} log`,
      path: `/api/reports/download/${log.path}/${encodeURIComponent(show.id)}?${query.toString()}`,
      format,
      fallbackName: logFileName(log.file, show.slug, today(), format),
    });
  };
}

/** The button that exports the log of everything that the user may see, in one of two formats (RP-01, RP-02). */
export function ExportLog({ log }: { log: LogExport }) {
  const { bulkExportLocked } = useSession();
  const box = useRef<HTMLSpanElement>(null);
  // The pressed button is replaced during the export and then restored, so the focus has to be restored as well.
  useRestoreFocus(box);
  return <span ref={box}>{bulkExportLocked ? <Locked log={log} /> : <Formats log={log} />}</span>;
}

function Locked({ log }: { log: LogExport }) {
  return (
    <Button reason="Another export is in progress.">
      <FileDown aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{log.exportText}</span>
    </Button>
  );
}

function Formats({ log }: { log: LogExport }) {
  const exportLog = useExportLog(log);
  return (
    <Menu
      label={log.exportText}
      trigger={
        <Button>
          <FileDown aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{log.exportText}</span>
          <ChevronDown aria-hidden className="size-4 text-ink-muted max-sm:hidden" />
        </Button>
      }
    >
      {/* DEC-68 fixes the content of the log. The list next to the button may show fewer documents. */}
      <MenuSection title={`Every ${log.noun} you can see, not just the ones listed`}>
        <MenuItem id="csv" onAction={() => void exportLog('csv')}>
          CSV
        </MenuItem>
        <MenuItem id="xlsx" onAction={() => void exportLog('xlsx')}>
          Excel
        </MenuItem>
      </MenuSection>
    </Menu>
  );
}

/** The progress of the log download. Nothing if none is running. */
export function ExportLogProgress() {
  const run = useLogDownload();
  if (!run) return null;
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
