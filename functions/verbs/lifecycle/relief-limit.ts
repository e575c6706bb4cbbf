import type { Change } from '#domain/lifecycle/decision';
import {
  excessiveDraws,
  mayApproveOverRelief,
  reliefExceeded,
  toleranceOf,
} from '#domain/relief/relief-limit';
import type { ReliefTolerance } from '#domain/relief/relief-limit';
import type { Write } from '#store/d1/open';
import type { SubjectRows } from '#store/show/documents/read-document';
import { mustFitBalances, readReliefDraws } from '#store/show/relief/relief-draws';
import type { MeasuredAgainst } from '#store/show/relief/relief-draws';
import type { ShowContext } from '#verbs/request/context';

/** Which changes are measured: an invoice's submission, and its final approval. */
function measured({ docType, action, to }: Change): MeasuredAgainst | null {
  if (docType !== 'INVOICE') return null;
  if (action === 'submit') return 'COUNTING';
  return action === 'approve' && to.status === 'APPROVED' ? 'APPROVED' : null;
}

function limitOf({ settings }: Pick<ShowContext, 'settings'>, { workflow }: Change): ReliefTolerance | null {
  const tolerance = toleranceOf(settings);
  const isPermitted = 'instance' in workflow && mayApproveOverRelief(workflow.instance);
  return isPermitted ? null : tolerance;
}

/**
 * Checks that an invoice takes no more of a PO line than the show tolerates, and answers the statement that checks it
 * again inside the batch (DEC-39). Throws `relief_exceeded`.
 */
export async function mustFitRelief(
  context: Pick<ShowContext, 'store' | 'settings'>,
  { document }: Pick<SubjectRows, 'document'>,
  change: Change,
): Promise<Write[]> {
  const { store } = context;
  const against = measured(change);
  const tolerance = against && limitOf(context, change);
  if (!against || !tolerance) return [];
  const draws = await store.foreseen.ask(readReliefDraws, store, document.id, against);
  const excessive = excessiveDraws(draws, tolerance);
  if (excessive.length > 0) throw reliefExceeded(excessive, document.currencyCode);
  return [mustFitBalances(store, document.id, against, tolerance)];
}
