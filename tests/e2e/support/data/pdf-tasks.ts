import { setTimeout as pause } from 'node:timers/promises';
import type { DocType } from '../../../../domain/document.ts';
import type { Person } from '../environment/person.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

interface PdfRequest {
  docType: DocType;
  id: string;
  showId: string;
}

/** Requests a PDF. Returns the id of its task (API-33). */
export async function requestPdf(who: Person, { docType, id, showId }: PdfRequest): Promise<string> {
  const { data } = await who.post<{ data: { taskId: string } }>(
    `/api/reports/pdf/generate?showId=${showId}`,
    {
      docId: id,
      docType,
      showId,
      userId: who.userId,
      persona: 'CREATOR',
    },
  );
  return data.taskId;
}

/** Returns the status of this person's task (API-34). */
export async function getPdfTask(who: Person, taskId: string): Promise<PdfStatusUpdate> {
  const { data } = await who.get<{ data: PdfStatusUpdate }>(`/api/reports/pdf/download/${taskId}`);
  return data;
}

/** Downloads the PDF of a finished task. */
export async function downloadPdf(
  baseURL: string | undefined,
  { cookie }: Person,
  { downloadUrl }: Pick<PdfStatusUpdate, 'downloadUrl'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`${baseURL ?? ''}${downloadUrl}`, { headers: { cookie } });
  if (!response.ok) throw new Error(`GET ${downloadUrl}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns the PDF of a document. Throws when its task fails or takes longer than 150 seconds. */
export async function generatePdf(
  baseURL: string | undefined,
  who: Person,
  request: PdfRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  const taskId = await requestPdf(who, request);
  for (const deadline = Date.now() + 150_000; Date.now() < deadline; await pause(200)) {
    const task = await getPdfTask(who, taskId);
    if (task.status === 'success') return downloadPdf(baseURL, who, task);
    if (task.status === 'error') throw new Error(`No PDF: ${task.error}`);
  }
  throw new Error('No PDF came');
}
