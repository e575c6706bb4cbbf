import { uniqueFileName, safeFileName } from '#domain/operations/archive';
import type { DocType } from '#domain/document';
import { documentLabel } from '#domain/documents/document-name';
import { orderNumber } from '#domain/documents/document-number';
import { withdrawnFolder, withdrawnText } from '#domain/history/withdrawn-text';
import type { WithdrawnAttachment } from '#domain/documents/document-response';

/** The files of a document with their paths in its folder. */
interface ArchivedFiles {
  stored: { id: string; path: string }[];
  /** Who withdrew files, when and why; null without withdrawn files. */
  withdrawnText: string | null;
}

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

/** Places attachments and withdrawn files in two folders. */
export function archivedFiles(
  title: string,
  attached: readonly { id: string; label: string }[],
  withdrawn: readonly WithdrawnAttachment[],
  timeZone: string,
): ArchivedFiles {
  const pathsIn = (folder: string) => {
    const usedNames = new Set<string>();
    return (label: string) => `${folder}${uniqueFileName(safeFileName(label), usedNames)}`;
  };
  const [pathOf, withdrawnPathOf] = [pathsIn('attachments/'), pathsIn(withdrawnFolder)];
  const withdrawnFiles = withdrawn.map((file) => ({ ...file, path: withdrawnPathOf(file.label) }));
  const stored = [
    ...attached.map(({ id, label }) => ({ id, path: pathOf(label) })),
    ...withdrawnFiles.map(({ attachmentId, path }) => ({ id: attachmentId, path })),
  ];
  const paths = new Map(stored.map(({ id, path }) => [id, path]));
  return {
    stored,
    withdrawnText: withdrawnFiles.length === 0 ? null : withdrawnText(title, withdrawnFiles, paths, timeZone),
  };
}
