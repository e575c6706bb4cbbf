import { isGuarantor } from '#domain/identity/permissions';
import { parseSettings } from '#domain/settings';
import type { SessionRow } from '#store/directory/sessions';
import type { RequestContext } from '#verbs/request/context';
import { randomBytes } from 'node:crypto';
import { rememberShow } from '#store/directory/users';
import { selectShow } from '#store/directory/sessions';

/** The user's permissions in the show, readable only by this session (DEC-10). */
export function encryptedPermissions(
  show: RequestContext,
  session: SessionRow,
): Promise<{ data: string; iv: string }> {
  const value = { role: show.membership.role, permissions: show.permissions, ...show.modules };
  const secret = { csrfToken: session.csrfToken, keySalt: session.tokenHash, showId: show.show.id };
  return encryptPermissions(value, secret);
}

/** The user's settings in the show, and the show's own (DEC-10). */
export function configOf({ membership, show, settings }: RequestContext) {
  return {
    purchaseOrderVisibility: membership.purchaseOrderVisibility,
    invoiceVisibility: membership.invoiceVisibility,
    displayPoNumbers: membership.displayPoNumbers,
    sendUnapprovedPurchaseOrders: membership.sendUnapprovedPurchaseOrders,
    specialApprover: membership.specialApprover,
    accountingSystem: show.accountingSystem,
    // The dates of reports need the time zone; the rules for documents are not for guarantors.
    settings: isGuarantor(membership) ? parseSettings({ timeZone: settings.timeZone }) : settings,
    ...(isGuarantor(membership) && { isGuarantor: true as const }),
  };
}

/**
 * The first show of a page, with permissions and configuration; selects it for the session if it is not selected yet.
 * Returns null when it is not selected and the call may not select it (`maySelect`): the page then selects it with a
 * separate call.
 */
export async function openStartupShow(
  show: RequestContext,
  session: SessionRow,
  { recentShows }: { recentShows: readonly { id: string }[] },
  maySelect: boolean,
) {
  const { id } = show.show;
  const isSelected = session.selectedShowId === id && recentShows[0]?.id === id;
  if (!isSelected && !maySelect) return null;
  const [permissions] = await Promise.all([
    encryptedPermissions(show, session),
    isSelected ? null : selectShowForSession(show, session.tokenHash),
  ]);
  return { showId: id, permissions, config: configOf(show) };
}

/**
 * Encrypts a user's permissions as JSON with AES-256-GCM, keyed by the session's CSRF token (DEC-10). It hides nothing
 * from the user: it keeps readable permissions out of caches after log-out, and a blob of another session or show does
 * not decrypt.
 */
export async function encryptPermissions(
  value: unknown,
  secret: { csrfToken: string; keySalt: string; showId: string },
): Promise<{ data: string; iv: string }> {
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', text.encode(secret.csrfToken), 'HKDF', false, [
    'deriveKey',
  ]);
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: text.encode(secret.keySalt), info: text.encode('permissions') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  );
  const iv = randomBytes(12);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: text.encode(secret.showId) },
    key,
    text.encode(JSON.stringify(value)),
  );
  return { data: Buffer.from(sealed).toString('base64'), iv: iv.toString('base64') };
}

/** Makes a show the session's selected one and the first of the recently viewed (DEC-10, DEC-86). */
export async function selectShowForSession(
  { env, user, show, now }: RequestContext,
  tokenHash: string,
): Promise<void> {
  await Promise.all([selectShow(env, tokenHash, show.id), rememberShow(env, user.id, show.id, now)]);
}
