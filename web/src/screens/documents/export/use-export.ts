import { useRef, useState } from 'react';
import type { Persona } from '#domain/document';
import { capitalize, nameInBrief } from '#domain/documents/document-name';
import { pdfFileName, pdfNeedsShowAndUser } from '#domain/documents/pdf-options';
import { api, ask, askFile } from '../../../api.ts';
import { timeZone } from '../../../parts/display/date-format.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import type { ToastLink } from '../../../parts/overlays/toast.tsx';
import { downloadBlob } from '../../../download-blob.ts';
import { useLive } from '../../../session/live-provider.tsx';
import { useSession } from '../../../session/session.tsx';
import type { StoredDocument } from '../document.ts';
import type { ExportOptions } from './export-options.ts';
import { ExportError, exportPdf, exportTexts } from './export-pdf.ts';
import { wait } from '../../../delay.ts';

const { reports } = api.api;

/** The progress of a PDF. Null if none is being made (PD-13). */
export type ExportPhase = 'initiating' | 'processing' | 'fetching';

interface ExportedFile {
  blob: Blob;
  fileName: string;
  /** A link that opens the file again. A PDF of a version can be downloaded only once. */
  follow?: ToastLink;
}

interface ExportInput {
  document: StoredDocument;
  options: ExportOptions;
  signal: AbortSignal;
}

/** The bytes of a PDF that the server made. Throws `ExportError` (PD-21, PD-23). */
async function bytesOf(call: Promise<Blob>, failure: string): Promise<Blob> {
  const blob = await call.catch((cause: unknown) => {
    throw new ExportError(failure, { cause });
  });
  if (blob.size === 0) throw new ExportError(exportTexts.notSaved);
  return blob;
}

/**
 * The purchase order as it was approved. `index` 0 is the first full approval. The response is the file itself (API-32,
 * DEC-69).
 */
async function makeVersion({ document, options, signal }: ExportInput, index: number): Promise<ExportedFile> {
  const data = { docId: document.id, showId: document.showId, options, timeZone };
  const call = askFile('/api/reports/download-pdf/purchase-order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data, purchaseOrderApprovalHistoryIndex: index, timeZone }),
    signal,
  });
  return { blob: await bytesOf(call, exportTexts.generated), fileName: pdfFileName('PO', document.number) };
}

/** The status of a task. Throws when there is no such task (PD-19). */
async function statusOf(taskId: string, showId: string) {
  const call = { param: { id: taskId }, query: { showId } };
  const { data, error } = await ask(reports.pdf.download[':id'].$get(call));
  if (!data) throw new Error(error ?? exportTexts.status);
  return data;
}

/** Exports the current document: starts a task and follows it to its file. */
function useTask(persona: Persona, onPhase: (phase: ExportPhase) => void) {
  const { user, config } = useSession();
  const live = useLive();
  const start = async ({ document: { id, docType, showId }, options }: ExportInput) => {
    const json = { docId: id, docType, showId, userId: user.id, persona, options, timeZone };
    const query = { showId, displayIndicators: String(config.settings.displayReliefIndicatorsPdf) };
    const call = { query, json };
    const { data } = await ask(reports.pdf.generate.$post(call));
    onPhase('processing');
    return data.taskId;
  };
  return async (input: ExportInput): Promise<ExportedFile> => {
    const { document, signal } = input;
    const { showId } = document;
    if (!showId || !user.id) throw new ExportError(pdfNeedsShowAndUser);
    const { downloadUrl, fileName } = await exportPdf({
      start: () => start(input),
      status: (taskId) => statusOf(taskId, showId),
      live,
      wait,
      signal,
    });
    onPhase('fetching');
    const path = `${downloadUrl}?showId=${encodeURIComponent(showId)}`;
    const blob = await bytesOf(askFile(path, { signal }), exportTexts.notFetched);
    return { blob, fileName, follow: { text: 'Open', href: downloadUrl, inNewWindow: true } };
  };
}

/**
 * Makes a PDF of the document, or of one of its versions, and saves it (PD-14). The export continues when the dialog is
 * closed or the user leaves the screen, holds the lock of DEC-81, and ends with a toast.
 */
export function useExport(document: StoredDocument, persona: Persona) {
  const { bulkExportLocked, setBulkExportLocked } = useSession();
  const flash = useToast();
  const running = useRef<AbortController | null>(null);
  const [phase, setPhase] = useState<ExportPhase | null>(null);
  const [error, setError] = useState<string | null>(null);
  const errorPlace = useRef<HTMLDivElement>(null);
  const makeTask = useTask(persona, setPhase);
  const { name } = document;

  const fail = (problem: unknown) => {
    const reason = problem instanceof ExportError ? problem.message : exportTexts.generated;
    const text =
      reason === exportTexts.notFetched ? reason : `${capitalize(name)} could not be downloaded. ${reason}`;
    // Shows the failure once: in the dialog if it is open, otherwise as a toast.
    if (errorPlace.current) setError(text);
    else flash('failure', text);
  };
  /** `version` null: the current document. Returns whether the file was saved. */
  const run = async (options: ExportOptions, version: number | null): Promise<boolean> => {
    const stop = new AbortController();
    running.current = stop;
    setError(null);
    setPhase(version === null ? 'initiating' : 'processing');
    setBulkExportLocked(true);
    try {
      const input = { document, options, signal: stop.signal };
      const exported = await (version === null ? makeTask(input) : makeVersion(input, version));
      downloadBlob(exported.blob, exported.fileName);
      flash('success', `${nameInBrief(name)} successfully downloaded.`, exported.follow);
      return true;
    } catch (problem) {
      if (!stop.signal.aborted) fail(problem);
      return false;
    } finally {
      setPhase(null);
      setBulkExportLocked(false);
    }
  };
  return {
    isLocked: bulkExportLocked,
    phase,
    error,
    /** The element of the dialog that shows `error`. Null while the dialog is closed. Its code may still be loading. */
    errorPlace,
    run,
    cancel: () => running.current?.abort(new DOMException('Cancelled', 'AbortError')),
    forget: () => setError(null),
  };
}
