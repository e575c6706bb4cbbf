import { loadOptional } from '../../../../parts/hooks/lazy-part.tsx';
import { waitingNotice } from '../../../../parts/display/missing-approvers.ts';
import { submitDocument } from '../../calls.ts';
import { reviewPath } from '../../paths.ts';
import { done } from '../../messages.ts';
import type { Occasion, Outcome } from './document-actions.ts';

/** Sends a document for approval, unless a rule that the browser knows says no. */
export async function submit({ document, contentVersion, templateSlug, after }: Occasion): Promise<Outcome> {
  // The rules come with the code of the forms. If that cannot be fetched, the server alone checks.
  const rules = await loadOptional(() => import('./submission-issues.ts'));
  const [issue] = (await rules?.issuesOf(document)) ?? [];
  if (issue) return { type: 'failure', text: issue.message, goTo: null };
  // The number of a PO may only now have become visible (DEC-17).
  const { name, workflow } = await submitDocument(document, contentVersion, templateSlug);
  const follow = { text: 'Open', href: reviewPath(document.docType, document.id, 'CREATOR') };
  const waiting = waitingNotice(workflow);
  if (waiting === null) return { type: 'success', text: done.submitted(name), goTo: after(null), follow };
  return { type: 'warning', text: `${done.submitted(name)} ${waiting}`, goTo: after(null), follow };
}
