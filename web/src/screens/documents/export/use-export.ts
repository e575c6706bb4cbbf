import { useRef, useState } from 'react';
import type { Persona } from '#domain/document';
import type { PdfRequestBody } from '#domain/export';
import type { PurchaseOrder } from '#domain/purchase-order';
import { api, ask, askFile } from '../../../api.ts';
import { docName } from '../../../forms/purchase-order/number.ts';
import { timeZone } from '../../../parts/date-format.tsx';
import { useFlash } from '../../../parts/flash.tsx';
import { saveBlob } from '../../../save-blob.ts';
import { useLive } from '../../../session/live-provider.tsx';
import { useSession } from '../../../session/session.tsx';
import { ExportFailed, exportPdf, exportTexts } from './export-pdf.ts';
import type { PdfFile } from './export-pdf.ts';

export type ExportOptions = NonNullable<PdfRequestBody['options']>;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function fetched(file: PdfFile, showId: string): Promise<Blob> {
  try {
    return await askFile(`${file.downloadUrl}?showId=${encodeURIComponent(showId)}`);
  } catch (cause) {
    throw new ExportFailed(exportTexts.notFetched, { cause });
  }
}

/** Makes a PDF of the document and saves it; it goes on when the dialog is closed, and ends with a banner (PD-14). */
export function useExport(order: PurchaseOrder, persona: Persona) {
  const { user, config, bulkExportLocked, setBulkExportLocked } = useSession();
  const live = useLive();
  const flash = useFlash();
  const running = useRef<AbortController | null>(null);
  const [error, setError] = useState<string | null>(null);
  const doc = docName(order);

  const start = async (options: ExportOptions) => {
    const query = {
      showId: order.showId,
      displayIndicators: String(config.settings.displayReliefIndicatorsPdf),
    };
    const json = {
      docId: order.id,
      docType: 'PO' as const,
      showId: order.showId,
      userId: user.id,
      persona,
      options,
      timeZone,
    };
    const call = { query, json };
    const answer = await ask(api.api.reports.pdf.generate.$post(call));
    return answer.data.taskId;
  };
  const status = async (taskId: string) => {
    const call = { param: { id: taskId }, query: { showId: order.showId } };
    const answer = await ask(api.api.reports.pdf.download[':id'].$get(call));
    if (!answer.data) throw new Error(answer.error ?? exportTexts.status);
    return answer.data;
  };
  /** Answers whether the file was saved. */
  const run = async (options: ExportOptions): Promise<boolean> => {
    const stop = new AbortController();
    running.current = stop;
    setError(null);
    setBulkExportLocked(true);
    try {
      // A channel that is closed now would only be waited for.
      const open = live?.isOpen() ? live : null;
      const steps = { start: () => start(options), status, live: open, wait, signal: stop.signal };
      const file = await exportPdf(steps);
      saveBlob(await fetched(file, order.showId), file.fileName);
      flash('success', `${doc} successfully downloaded.`, {
        text: 'Open',
        href: file.downloadUrl,
        inNewWindow: true,
      });
      return true;
    } catch (problem) {
      if (stop.signal.aborted) return false;
      const text = problem instanceof ExportFailed ? problem.message : exportTexts.generated;
      setError(text);
      flash('failure', text === exportTexts.notFetched ? text : `${doc} could not be downloaded.`);
      return false;
    } finally {
      setBulkExportLocked(false);
    }
  };
  return {
    isLocked: bulkExportLocked,
    error,
    run,
    cancel: () => running.current?.abort(new DOMException('Cancelled', 'AbortError')),
  };
}
