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
import { ExportFailed, exportPdf, exportTexts } from './export-pdf.ts';
import { wait } from '../../../delay.ts';

const { reports } = api.api;

/** PD-13: how far a PDF is; null: none is being made. */
export type ExportPhase = 'initiating' | 'processing' | 'fetching';

interface Made {
  blob: Blob;
  fileName: string;
  /** Where it can be seen again; a version is made for one download only. */
  follow?: ToastLink;
}

interface Occasion {
  document: StoredDocument;
  options: ExportOptions;
  signal: AbortSignal;
}

/** A PDF that the server has made, as bytes. Throws `ExportFailed` (PD-21, PD-23). */
async function bytesOf(call: Promise<Blob>, failure: string): Promise<Blob> {
  const blob = await call.catch((cause: unknown) => {
    throw new ExportFailed(failure, { cause });
  });
  if (blob.size === 0) throw new ExportFailed(exportTexts.notSaved);
  return blob;
}

/** API-32, DEC-69: the order as it was approved; `index` 0 is the first full approval. Answers with the file itself. */
async function makeVersion({ document, options, signal }: Occasion, index: number): Promise<Made> {
  const data = { docId: document.id, showId: document.showId, options, timeZone };
  const call = askFile('/api/reports/download-pdf/purchase-order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data, purchaseOrderApprovalHistoryIndex: index, timeZone }),
    signal,
  });
  return { blob: await bytesOf(call, exportTexts.generated), fileName: pdfFileName('PO', document.number) };
}

/** PD-19: where a task stands. Throws when there is no such task. */
async function statusOf(taskId: string, showId: string) {
  const call = { param: { id: taskId }, query: { showId } };
  const { data, error } = await ask(reports.pdf.download[':id'].$get(call));
  if (!data) throw new Error(error ?? exportTexts.status);
  return data;
}

/** How the document itself is exported: a task that is followed to its file. */
function useTask(persona: Persona, onPhase: (phase: ExportPhase) => void) {
  const { user, config } = useSession();
  const live = useLive();
  const start = async ({ document: { id, docType, showId }, options }: Occasion) => {
    const json = { docId: id, docType, showId, userId: user.id, persona, options, timeZone };
    const query = { showId, displayIndicators: String(config.settings.displayReliefIndicatorsPdf) };
    const call = { query, json };
    const { data } = await ask(reports.pdf.generate.$post(call));
    onPhase('processing');
    return data.taskId;
  };
  return async (occasion: Occasion): Promise<Made> => {
    const { document, signal } = occasion;
    const { showId } = document;
    if (!showId || !user.id) throw new ExportFailed(pdfNeedsShowAndUser);
    const { downloadUrl, fileName } = await exportPdf({
      start: () => start(occasion),
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
 * Makes a PDF of the document, or of a version of it, and saves it (PD-14). It goes on when the dialog is closed and
 * when the screen is left, holds the lock of DEC-81, and ends with a banner.
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
    const reason = problem instanceof ExportFailed ? problem.message : exportTexts.generated;
    const text =
      reason === exportTexts.notFetched ? reason : `${capitalize(name)} could not be downloaded. ${reason}`;
    // One failure is one message: in the dialog while the user sees it there, as a banner otherwise.
    if (errorPlace.current) setError(text);
    else flash('failure', text);
  };
  /** `version` null: the document as it is. Answers whether the file was saved. */
  const run = async (options: ExportOptions, version: number | null): Promise<boolean> => {
    const stop = new AbortController();
    running.current = stop;
    setError(null);
    setPhase(version === null ? 'initiating' : 'processing');
    setBulkExportLocked(true);
    try {
      const occasion = { document, options, signal: stop.signal };
      const made = await (version === null ? makeTask(occasion) : makeVersion(occasion, version));
      downloadBlob(made.blob, made.fileName);
      flash('success', `${nameInBrief(name)} successfully downloaded.`, made.follow);
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
    /** The step of the dialog that shows `error`; null while it is closed. Its code may still be loading. */
    errorPlace,
    run,
    cancel: () => running.current?.abort(new DOMException('Cancelled', 'AbortError')),
    forget: () => setError(null),
  };
}
