import { pdfFileName } from '#domain/documents/pdf-options';
import { askFile } from '../../../../api.ts';
import { downloadBlob } from '../../../../download-blob.ts';
import { timeZone } from '../../../../parts/display/date-format.tsx';
import type { StoredDocument } from '../../document.ts';

/** Saves the document with all its evidence. Returns the name of the file (RP-06). */
export async function downloadAuditPack({ docType, id, number, showId }: StoredDocument): Promise<string> {
  const query = new URLSearchParams({ timeZone, showId });
  const path = `/api/reports/download/audit-pack/${encodeURIComponent(id)}?${query.toString()}`;
  const fileName = `Audit_${pdfFileName(docType, number).replace(/\.pdf$/, '.zip')}`;
  downloadBlob(await askFile(path), fileName);
  return fileName;
}
