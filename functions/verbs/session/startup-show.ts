import type { SessionRow } from '#store/directory/sessions';
import { chooseShow } from './select-show.ts';
import type { RequestContext } from '#verbs/request/context';
import { encryptPermissions } from './encrypt-permissions.ts';

/** DEC-10: what the user may do in the show, for this session alone to read. */
export function sealedRights(
  show: RequestContext,
  session: SessionRow,
): Promise<{ data: string; iv: string }> {
  const value = { role: show.membership.role, permissions: show.permissions, ...show.modules };
  const secret = { csrfToken: session.csrfToken, keySalt: session.tokenHash, showId: show.show.id };
  return encryptPermissions(value, secret);
}

/** DEC-10: what the user sees in the show, and by which rules it works. */
export function configOf({ membership, show, settings }: RequestContext) {
  return {
    purchaseOrderVisibility: membership.purchaseOrderVisibility,
    invoiceVisibility: membership.invoiceVisibility,
    displayPoNumbers: membership.displayPoNumbers,
    sendUnapprovedPurchaseOrders: membership.sendUnapprovedPurchaseOrders,
    specialApprover: membership.specialApprover,
    accountingSystem: show.accountingSystem,
    settings,
  };
}

/**
 * The first show of a page with what permissions and config say of it; it becomes the session's, if it is not yet. Null when
 * it would have to and the call may not select one (`maySelect`): the page then opens it with a call that may.
 */
export async function openStartupShow(
  show: RequestContext,
  session: SessionRow,
  { recentShows }: { recentShows: readonly { id: string }[] },
  maySelect: boolean,
) {
  const { id } = show.show;
  const isChosen = session.selectedShowId === id && recentShows[0]?.id === id;
  if (!isChosen && !maySelect) return null;
  const [permissions] = await Promise.all([
    sealedRights(show, session),
    isChosen ? null : chooseShow(show, session.tokenHash),
  ]);
  return { showId: id, permissions, config: configOf(show) };
}
