import { useState } from 'react';
import { pdfFileName } from '#domain/documents/pdf-options';
import { askFile } from '../../../../api.ts';
import { timeZone } from '../../../../parts/display/date-format.tsx';
import { useToast } from '../../../../parts/overlays/toast.tsx';
import { downloadBlob } from '../../../../download-blob.ts';
import { useSession } from '../../../../session/session.tsx';
import type { StoredDocument } from '../../document.ts';

/** Downloads a document with all its evidence. Null for users without permission (RP-06). */
export function useAuditPack(document: StoredDocument): { isBusy: boolean; download: () => void } | null {
  const { can } = useSession();
  const flash = useToast();
  const [isBusy, setBusy] = useState(false);
  if (!can('Show', 'FULL')) return null;
  const { docType, id, number, showId } = document;
  const download = async () => {
    setBusy(true);
    flash('info', 'The audit pack is being prepared.');
    try {
      const query = new URLSearchParams({ timeZone, showId });
      const path = `/api/reports/download/audit-pack/${encodeURIComponent(id)}?${query.toString()}`;
      const fileName = `Audit_${pdfFileName(docType, number).replace(/\.pdf$/, '.zip')}`;
      downloadBlob(await askFile(path), fileName);
      flash('success', `${fileName} successfully downloaded.`);
    } catch {
      flash('failure', 'The audit pack could not be created. Please try again.');
    }
    setBusy(false);
  };
  return { isBusy, download: () => void download() };
}
