import { PDFDocument } from '@cantoo/pdf-lib';
import { expect } from 'vitest';
import type { DocType } from '#domain/document';
import { pageTexts } from '../pdf/read-text.ts';
import { as, sessionOf } from './studio-client.ts';
import { deliver } from './studio-queues.ts';
import type { PersonName } from './studio-rows.ts';
import { fetchWorker, origin, sent, studioEnv } from './studio.ts';

interface Started {
  success: boolean;
  data: { taskId: string } | null;
  error: string | null;
  code?: string;
  message?: string;
}

export interface TaskStatus {
  taskId: string;
  status: string;
  downloadUrl: string | null;
  fileName: string | null;
  error: string | null;
  eventType: string | null;
}

interface Status {
  success: boolean;
  data: TaskStatus;
  error: string | null;
}

/** What a client sends to have a PDF made. */
export function pdfBody(docType: DocType, docId: string, own: Record<string, unknown> = {}) {
  return { docId, docType, showId: 'alpha1', userId: 'dana', persona: 'CREATOR', ...own };
}

/** Asks for a PDF; `query` is added to the path. */
export function startPdf(name: PersonName, body: Record<string, unknown>, query = '') {
  return as(name).post<Started>(`/api/reports/pdf/generate?showId=alpha1${query}`, body);
}

export function pdfStatus(name: PersonName, taskId: string) {
  return as(name).get<Status>(`/api/reports/pdf/download/${taskId}`);
}

/** A finished PDF as its requester has it: what the status says, and what each page does. */
export interface Made {
  task: TaskStatus;
  pages: string[];
}

/** Asks for a PDF, has the queue make it, and reads it. */
export async function makePdf(
  name: PersonName,
  docType: DocType,
  docId: string,
  own: Record<string, unknown> = {},
  query = '',
): Promise<Made> {
  const started = await startPdf(name, pdfBody(docType, docId, own), query);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const taskId = started.body.data?.taskId ?? '';
  await deliver('backlot-pdf', sent.pdf.splice(0));
  const task = (await pdfStatus(name, taskId)).body.data;
  expect(task.status, task.error ?? '').toBe('success');
  const file = await studioEnv.FILES.get(`pdf/${taskId}`);
  if (!file) throw new Error('there is no file');
  return { task, pages: await pageTexts(new Uint8Array(await file.arrayBuffer())) };
}

/** A POST whose answer is a file. */
export async function postForBytes(
  name: PersonName,
  path: string,
  body: unknown,
): Promise<{ status: number; headers: Headers; bytes: Uint8Array }> {
  const { token, csrfToken } = await sessionOf(name);
  const headers = {
    cookie: `__Host-session-token=${token}`,
    'x-csrf-token': csrfToken,
    'content-type': 'application/json',
  };
  const request = new Request(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await fetchWorker(request);
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}

/** A PDF of one page that says `text`. */
export async function onePage(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.addPage([400, 300]).drawText(text, { x: 40, y: 150, size: 14 });
  return new Uint8Array(await document.save());
}

/** A PDF of one page that no compression makes smaller. */
export async function heavyPdf(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 300]);
  page.drawText('The storyboards', { x: 40, y: 150 });
  const noise = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
  // In the page's own content, where copying it takes it along.
  const comment = `%${[...noise.subarray(0, bytes / 2)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}\n`;
  page.node.addContentStream(document.context.register(document.context.stream(comment)));
  return new Uint8Array(await document.save());
}

/** An uploaded file, as a save names it. */
export async function uploaded(
  name: PersonName,
  owner: 'po' | 'invoice' | 'payment',
  label: string,
  bytes: Uint8Array<ArrayBuffer> | string,
) {
  const { attachmentId } = (await as(name).upload({ name: label, bytes }, { owner })).body;
  return { attachmentId, label };
}
