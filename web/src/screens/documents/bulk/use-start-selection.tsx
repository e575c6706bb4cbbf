import { useState } from 'react';
import type { BulkPreview, PreviewBody } from '#domain/bulk-approval/bulk-preview';
import { mustConfirmTotals, summaryOf } from '#domain/bulk-approval/bulk-summary';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import type { CurrencySum } from '../list/totals.ts';
import { readPreview } from './calls.ts';
import type { BulkBody } from './calls.ts';
import { failedText } from './words.ts';
import { useStartRun } from './use-bulk-run.ts';

const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

/** A selection to act on: the request for its preview, and the run that starts if there is nothing to ask. */
interface Start {
  preview: PreviewBody;
  body: BulkBody;
  sums: readonly CurrencySum[];
  delayMs: number;
}

/** Whether a run of payments starts without a dialog, as it always did (BK-05): nothing is left out or above the limit. */
function isPlain({ documents, leftOut, missing }: BulkPreview, confirmAbove: number | null): boolean {
  const summary = summaryOf(documents);
  return (
    leftOut.length === 0 &&
    missing.length === 0 &&
    summary.onBehalfOf.length === 0 &&
    !mustConfirmTotals(summary, confirmAbove)
  );
}

const startsAtOnce = ({ docType, action }: BulkBody) => docType === 'PAYMENT' && action === 'approve';

/** Previews a selection, and starts the run that the user confirms (BULK-02). */
export function useStartSelection() {
  const { settings } = useSession().config;
  const flash = useToast();
  const startRun = useStartRun();
  const [isReading, setReading] = useState(false);
  const [open, setOpen] = useState<{ start: Start; preview: BulkPreview } | null>(null);
  const start = async (wanted: Start) => {
    setReading(true);
    try {
      const preview = await readPreview(wanted.preview);
      const { body } = wanted;
      if (startsAtOnce(body) && isPlain(preview, settings.confirmApprovalAbove))
        startRun(body, { sums: wanted.sums, leftOut: 0 }, wanted.delayMs);
      else setOpen({ start: wanted, preview });
    } catch {
      flash('failure', failedText(wanted.body));
    }
    setReading(false);
  };
  const dialog = open ? (
    <LazyOverlay onClose={() => setOpen(null)}>
      <BulkDialog
        action={open.start.body.action}
        preview={open.preview}
        confirmAbove={settings.confirmApprovalAbove}
        onClose={() => setOpen(null)}
        onConfirm={(documents) => {
          setOpen(null);
          const { body, delayMs } = open.start;
          const items = documents.map(({ id, workflowStepId, contentVersion, budgetAnswer }) => ({
            id,
            workflowStepId,
            contentVersion,
            ...(budgetAnswer && { budgetAnswer }),
          }));
          const frozen = { items, allSelected: false, filters: null, excludedIds: [], total: items.length };
          const leftOut = open.preview.documents.length + open.preview.leftOut.length - items.length;
          const details = { sums: summaryOf(documents).sums, leftOut };
          startRun({ ...body, ...frozen }, details, startsAtOnce(body) ? delayMs : 0);
        }}
      />
    </LazyOverlay>
  ) : null;
  return { start, isReading, dialog };
}
