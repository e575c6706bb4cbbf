import { setTimeout as pause } from 'node:timers/promises';
import type { DocType } from '../../../../domain/document.ts';
import type { PdfStatusUpdate } from '../../../../domain/realtime/messages.ts';
import type { Person } from '../environment/person.ts';

/** A document whose PDF is wanted. */
interface Wanted {
  docType: DocType;
  id: string;
  showId: string;
}

/** Asks for a PDF, and answers its task at once (API-33). */
export async function askForPdf(who: Person, { docType, id, showId }: Wanted): Promise<string> {
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

/** Where a task of this person stands (API-34). */
export async function pdfTask(who: Person, taskId: string): Promise<PdfStatusUpdate> {
  const { data } = await who.get<{ data: PdfStatusUpdate }>(`/api/reports/pdf/download/${taskId}`);
  return data;
}

/** The bytes of a finished task. */
export async function fileOf(
  baseURL: string | undefined,
  { cookie }: Person,
  { downloadUrl }: Pick<PdfStatusUpdate, 'downloadUrl'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${baseURL ?? ''}${downloadUrl}`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`GET ${downloadUrl}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The PDF of a document, made by the product's own queue. Throws when it is not made. */
export async function madePdf(
  baseURL: string | undefined,
  who: Person,
  wanted: Wanted,
): Promise<Uint8Array<ArrayBuffer>> {
  const taskId = await askForPdf(who, wanted);
  for (const deadline = Date.now() + 150_000; Date.now() < deadline; await pause(200)) {
    const task = await pdfTask(who, taskId);
    if (task.status === 'success') return fileOf(baseURL, who, task);
    if (task.status === 'error') throw new Error(`No PDF: ${task.error}`);
  }
  throw new Error('No PDF came');
}
