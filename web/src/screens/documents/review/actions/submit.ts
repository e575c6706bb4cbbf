import { changedSteps } from '#domain/workflow/approval-route';
import { loadOptional } from '../../../../parts/hooks/lazy-part.tsx';
import { waitingNotice } from '../../../../parts/display/missing-approvers.ts';
import { submitDocument } from '../../calls.ts';
import { reviewPath } from '../../paths.ts';
import { successTexts } from '../../messages.ts';
import type { ActionInput, ActionNotice } from './document-actions.ts';

/** Submits a document for approval, unless a rule in the browser fails. */
export async function submit({
  document,
  contentVersion,
  templateSlug,
  options,
  shownRoute,
  after,
}: ActionInput): Promise<ActionNotice> {
  // The rules come with the code of the forms. If it fails to load, only the server checks.
  const rules = await loadOptional(() => import('./submission-issues.ts'));
  const [issue] = (await rules?.issuesOf(document)) ?? [];
  if (issue) return { type: 'failure', text: issue.message, goTo: null };
  // The number of a PO may have become visible only now (DEC-17).
  const { name, workflow } = await submitDocument(
    document,
    contentVersion,
    templateSlug,
    options.reason ?? null,
  );
  const follow = { text: 'Open', href: reviewPath(document.docType, document.id, 'CREATOR') };
  const changed = shownRoute && workflow ? changedSteps(shownRoute.steps, workflow.steps) : [];
  const notices = [
    waitingNotice(workflow),
    changed.length > 0
      ? `The approval steps have changed since they were shown: ${changed.join(', ')}.`
      : null,
  ].filter((notice) => notice !== null);
  return {
    type: notices.length === 0 ? 'success' : 'warning',
    text: [successTexts.submitted(name), ...notices].join(' '),
    goTo: await after(null),
    follow,
  };
}
