import { Suspense, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { ChevronDown, FileDown } from 'lucide-react';
import { logFileName } from '#domain/lists/log-format';
import type { LogFormat } from '#domain/lists/log-format';
import { Button } from '../../../parts/controls/button.tsx';
import { timeZone, today } from '../../../parts/display/date-format.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { Menu, MenuItem, MenuSection } from '../../../parts/overlays/menu.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
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
  return <span ref={box}>{bulkExportLocked ? <Locked log={log} /> : <Formats log={log} box={box} />}</span>;
}

function Locked({ log }: { log: LogExport }) {
  return (
    <Button reason="Another export is in progress.">
      <FileDown aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{log.exportText}</span>
    </Button>
  );
}

/** Requests the export of what the list around the element shows: its view has the columns and filters (VIEW-50). */
const exportShownEvent = 'exportshown';

/** The requested format while the view of the list still loads. */
let waitingFormat: LogFormat | null = null;

/** Runs on a request for the export of the list in `top`, also on one from before the view was there. */
export function useExportShown(
  top: RefObject<HTMLElement | null>,
  onExport: (format: LogFormat) => void,
): void {
  const run = useEffectEvent(onExport);
  useEffect(() => {
    const box = top.current;
    const listen = (event: Event) => {
      event.preventDefault();
      run((event as CustomEvent<LogFormat>).detail);
    };
    box?.addEventListener(exportShownEvent, listen);
    if (waitingFormat) run(waitingFormat);
    waitingFormat = null;
    return () => box?.removeEventListener(exportShownEvent, listen);
  }, [top]);
}

function Formats({ log, box }: { log: LogExport; box: RefObject<HTMLElement | null> }) {
  const exportLog = useExportLog(log);
  const exportShown = (detail: LogFormat) => {
    const event = new CustomEvent(exportShownEvent, { bubbles: true, cancelable: true, detail });
    if (box.current?.dispatchEvent(event)) waitingFormat = detail;
  };
  useEffect(
    () => () => {
      waitingFormat = null;
    },
    [],
  );
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
      <MenuSection title="The columns, filters and order of this list">
        <MenuItem id="shown csv" onAction={() => exportShown('csv')}>
          This List as CSV
        </MenuItem>
        <MenuItem id="shown xlsx" onAction={() => exportShown('xlsx')}>
          This List as Excel
        </MenuItem>
      </MenuSection>
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

const LogProgress = lazyPart(async () => (await import('./log/log-progress.tsx')).LogProgress);

/** The progress of the log download. Nothing if none is running. */
export function ExportLogProgress() {
  const run = useLogDownload();
  return run ? (
    <Suspense fallback={null}>
      <LogProgress run={run} />
    </Suspense>
  ) : null;
}
