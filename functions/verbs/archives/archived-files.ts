import { archiveFolder, manifestName, safeFileName, uniqueFileName } from '#domain/operations/archive';
import type { ArchivedDocument, ArchiveManifest } from '#domain/operations/archive';
import type { DocType } from '#domain/document';
import { documentLabel } from '#domain/documents/document-name';
import { orderNumber } from '#domain/documents/document-number';
import { withdrawnFolder, withdrawnText } from '#domain/history/withdrawn-text';
import { zipStream } from '#edges/files/zip-stream';
import type { ZipEntry, ZippedFile } from '#edges/files/zip-stream';
import { getFile } from '#edges/files/files';
import type { ArchivedSnapshot } from './archive-keys.ts';
import type { RequestContext } from '#verbs/request/context';

/** The name fields of a document's view; a purchase order has the prefix of its department. */
export interface NamedData {
  prefix?: string;
  poNumber?: string;
}

/** The title of the texts about a document: `PO #SD-00042`. */
export function archivedTitle(type: DocType, number: string, { prefix, poNumber }: NamedData): string {
  const isOrder = prefix !== undefined && poNumber !== undefined;
  return documentLabel(type, isOrder ? orderNumber({ prefix, poNumber }) : number);
}

/** A document of a ZIP: its manifest entry, its files and its number of events. */
export interface PackedDocument {
  entry: ArchivedDocument;
  files: ZippedFile[];
  events: number;
}

export const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

export function textFile(path: string, content: () => string): ZippedFile {
  return { path, open: async () => content() };
}

export function storedFile(env: Env, path: string, key: string): ZippedFile {
  return { path, open: async () => (await getFile(env, key))?.body ?? null };
}

/** Places the files of a document in its folder; `more` are those between its history and its attachments. */
export function packDocument(
  env: Env,
  document: Omit<ArchivedSnapshot, 'hasPdf' | 'pdfName'>,
  more: readonly ZippedFile[],
  timeZone: string,
): PackedDocument {
  const { id, type, number, version, events, data } = document;
  const folder = archiveFolder(document);
  const files = [
    textFile('document.json', () => jsonText(data)),
    textFile('history.jsonl', () => events.map((event) => `${JSON.stringify(event)}\n`).join('')),
    ...more,
    ...attachedFiles(env, document, timeZone),
  ];
  const head = { seq: events.at(-1)?.seq ?? 0, hash: events.at(-1)?.hash ?? '' };
  return {
    entry: { id, type, number, version, folder, head, missing: [] },
    files: files.map((file) => ({ ...file, path: `${folder}${file.path}` })),
    events: events.length,
  };
}

/** Attachments and withdrawn files, in two folders, and a text about who withdrew files, when and why. */
function attachedFiles(
  env: Env,
  { type, number, files, data }: Pick<ArchivedSnapshot, 'type' | 'number' | 'files' | 'data'>,
  timeZone: string,
): ZippedFile[] {
  const pathsIn = (folder: string) => {
    const usedNames = new Set<string>();
    return (label: string) => `${folder}${uniqueFileName(safeFileName(label), usedNames)}`;
  };
  const [pathOf, withdrawnPathOf] = [pathsIn('attachments/'), pathsIn(withdrawnFolder)];
  const withdrawn = data.withdrawnAttachments.map((file) => ({ ...file, path: withdrawnPathOf(file.label) }));
  const stored = [
    ...files.map(({ id, label }) => ({ id, path: pathOf(label) })),
    ...withdrawn.map(({ attachmentId, path }) => ({ id: attachmentId, path })),
  ];
  const paths = new Map(stored.map(({ id, path }) => [id, path]));
  const title = archivedTitle(type, number, data);
  const text = () => withdrawnText(title, withdrawn, paths, timeZone);
  return [
    ...stored.map(({ id, path }) => storedFile(env, path, id)),
    ...(withdrawn.length === 0 ? [] : [textFile('withdrawn.txt', text)]),
  ];
}

type About = Pick<ArchiveManifest, 'archive' | 'createdAt' | 'createdBy' | 'part' | 'parts'>;

/** One ZIP of documents and `more` files. Its manifest is the last file, since it lists the files before it. */
export function zipDocuments(
  show: RequestContext['show'],
  about: About,
  documents: readonly PackedDocument[],
  more: readonly ZippedFile[] = [],
): Promise<ReadableStream<Uint8Array>> {
  const files = [...documents.flatMap((document) => document.files), ...more];
  const content = (packed: readonly ZipEntry[]) => jsonText(manifestOf(show, about, documents, packed));
  const last = { path: manifestName(about.part), content };
  return zipStream(files, new Date(about.createdAt), last, (path) => {
    const owner = documents.find(({ entry }) => path.startsWith(entry.folder));
    owner?.entry.missing.push(path.slice(owner.entry.folder.length));
  });
}

const isAttachment = (path: string) => path.includes('/attachments/');
const isWithdrawn = (path: string) => path.includes(`/${withdrawnFolder}`);

function manifestOf(
  show: RequestContext['show'],
  about: About,
  packedDocuments: readonly PackedDocument[],
  files: readonly ZipEntry[],
): ArchiveManifest {
  const documents = packedDocuments.map(({ entry }) => entry);
  const ofType = (type: DocType) => documents.filter((one) => one.type === type).length;
  return {
    format: 'backlot-archive',
    formatVersion: 1,
    archive: about.archive,
    show: { id: show.id, name: show.name, license: show.license },
    createdAt: about.createdAt,
    createdBy: about.createdBy,
    part: about.part,
    parts: about.parts,
    counts: {
      documents: documents.length,
      purchaseOrders: ofType('PO'),
      invoices: ofType('INVOICE'),
      payments: ofType('PAYMENT'),
      events: packedDocuments.reduce((sum, { events }) => sum + events, 0),
      attachments: files.filter(({ path }) => isAttachment(path)).length,
      pdfs: files.filter(({ path }) => path.endsWith('.pdf') && !isAttachment(path) && !isWithdrawn(path))
        .length,
    },
    documents,
    files: [...files],
  };
}
