import { uniqueFileName, safeFileName } from '#domain/operations/archive';
import type { WithdrawnAttachment } from '#domain/documents/attachments';
import type { DocType } from '#domain/document';
import { documentLabel } from '#domain/documents/document-name';
import { orderNumber } from '#domain/documents/order-number';
import { withdrawnFolder, withdrawnText } from '#domain/history/withdrawn-text';

/** The files of a document with their places in its folder, and what is said of those that were withdrawn. */
interface ArchivedFiles {
  stored: { id: string; path: string }[];
  /** Who, when and why; null where none was withdrawn. */
  withdrawnText: string | null;
}

/** A document as its view names it; a purchase order has the prefix of its department. */
export interface NamedData {
  prefix?: string;
  poNumber?: string;
}

/** What heads the texts about a document: `PO #SD-00042`. */
export function archivedTitle(type: DocType, number: string, { prefix, poNumber }: NamedData): string {
  const isOrder = prefix !== undefined && poNumber !== undefined;
  return documentLabel(type, isOrder ? orderNumber({ prefix, poNumber }) : number);
}

/** Attachments and withdrawn files, each in a folder of its own. */
export function archivedFiles(
  title: string,
  attached: readonly { id: string; label: string }[],
  withdrawn: readonly WithdrawnAttachment[],
  timeZone: string,
): ArchivedFiles {
  const placedIn = (folder: string) => {
    const taken = new Set<string>();
    return (label: string) => `${folder}${uniqueFileName(safeFileName(label), taken)}`;
  };
  const [pathOf, withdrawnPathOf] = [placedIn('attachments/'), placedIn(withdrawnFolder)];
  const placed = withdrawn.map((file) => ({ ...file, path: withdrawnPathOf(file.label) }));
  const stored = [
    ...attached.map(({ id, label }) => ({ id, path: pathOf(label) })),
    ...placed.map(({ attachmentId, path }) => ({ id: attachmentId, path })),
  ];
  const places = new Map(stored.map(({ id, path }) => [id, path]));
  return {
    stored,
    withdrawnText: placed.length === 0 ? null : withdrawnText(title, placed, places, timeZone),
  };
}
