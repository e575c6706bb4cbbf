import { randomBytes } from 'node:crypto';
import { Refusal } from '#domain/codes';
import { dateInZone, defaultTimeZone, formatDay } from '#domain/values/days';
import type { DocType } from '#domain/document';
import { showIdOf } from '#domain/values/ids';
import { isAdmin } from '#domain/identity/permissions';
import { deleteFiles, getFile, putFile } from '#edges/files/files';
import { showQuery } from '#store/directory/users';
import { sha256 } from '#store/d1/sha256';
import { storeFor, directoryOf } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import {
  saveMailedLink,
  mailedLinkQuery,
  openLinksQuery,
  readOpenLink,
  revokeMailedLink,
} from '#store/show/mail/download-links';
import type { MailedLinkRow } from '#store/show/mail/download-links';
import { linkedDocumentQuery } from '#store/show/documents/read-document';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { read } from '#store/d1/query';
import type { DownloadLink } from '#domain/documents/file-response';

/** How long a download link is valid (DEC-57). */
const validForMs = 14 * 24 * 3_600_000;

export function linkKey(id: string): string {
  return `mailed/${id}`;
}

/** `1.2 MB`. */
export function megabytes(size: number): string {
  return `${(size / 1_048_576).toFixed(1)} MB`;
}

/**
 * Stores a PDF that is too large for an e-mail and creates its download link (DEC-57). `id` is the mail job's. Only a
 * hash of the token is stored.
 */
export async function createLink(
  { env, store, now }: JobContext,
  link: { id: string; documentId: string; senderId: string; title: string; fileName: string },
  bytes: Uint8Array,
): Promise<{ href: string; expiresAt: string }> {
  const secret = randomBytes(32).toString('base64url');
  const token = `${store.showId}_${secret}`;
  const expiresAt = new Date(Date.parse(now) + validForMs).toISOString();
  await putFile(env, linkKey(link.id), bytes, 'application/pdf');
  await saveMailedLink(store, {
    ...link,
    showId: store.showId,
    tokenHash: sha256(token),
    size: bytes.byteLength,
    createdAt: now,
    expiresAt,
    revokedAt: null,
  });
  return { href: `${env.WEB_ORIGIN}/pages/pdf/${token}`, expiresAt };
}

async function openLink(
  env: Env,
  token: string,
  now: string,
): Promise<{ link: MailedLinkRow; showName: string }> {
  const showId = showIdOf(token);
  const show = showId === null ? null : await read(showQuery(directoryOf(env, showId)));
  const link = show?.isActive ? await readOpenLink(storeFor(env, show), sha256(token), now) : null;
  if (!show || !link) throw new Refusal('NOT_FOUND');
  return { link, showName: show.name };
}

/** What the page of a link shows; it needs no session. Throws `NOT_FOUND` when the link has expired or was revoked. */
export async function describeLink(env: Env, token: string, now: string) {
  const { link, showName } = await openLink(env, token, now);
  return {
    showName,
    title: link.title,
    fileName: link.fileName,
    size: megabytes(link.size),
    until: formatDay(dateInZone(link.expiresAt, defaultTimeZone), null),
  };
}

/** Opens the PDF of a link. Throws `NOT_FOUND` when the link has expired or was revoked. */
export async function openLinkedPdf(
  env: Env,
  token: string,
  now: string,
): Promise<{ fileName: string; object: R2ObjectBody }> {
  const { link } = await openLink(env, token, now);
  const object = await getFile(env, linkKey(link.id));
  if (!object) throw new Refusal('NOT_FOUND');
  return { fileName: link.fileName, object };
}

export const linksPlan = (member: MembershipContext, docId: string) => ({
  ...subjectPlan(member, docId),
  links: openLinksQuery(member.store, docId, member.now),
});

/** The valid links to a document. Throws `NOT_FOUND`. */
export function listLinks(
  context: RequestContext,
  docType: DocType,
  { subject, links }: PlanRows<typeof linksPlan>,
): DownloadLink[] {
  requireVisible(context, docType, subject);
  return links.map((link) => ({
    id: link.id,
    fileName: link.fileName,
    created: link.createdAt,
    expires: link.expiresAt,
    isRevocable: mayRevoke(context, docType, link),
  }));
}

function mayRevoke({ user, permissions }: RequestContext, docType: DocType, link: MailedLinkRow): boolean {
  return link.senderId === user.id || isAdmin(permissions, docType);
}

export const linkPlan = ({ store }: Pick<MembershipContext, 'store'>, id: string) => ({
  link: mailedLinkQuery(store, id),
  subject: linkedDocumentQuery(store, id),
});

/** Revokes a link immediately; only its sender or an admin may (DEC-57). Throws `NOT_FOUND`, `FORBIDDEN`. */
export async function revokeLink(
  context: RequestContext,
  { link, subject }: PlanRows<typeof linkPlan>,
): Promise<void> {
  const { env, store, now } = context;
  if (!link || !subject) throw new Refusal('NOT_FOUND');
  const { type } = subject.document;
  requireVisible(context, type, subject);
  if (!mayRevoke(context, type, link)) throw new Refusal('FORBIDDEN');
  await revokeMailedLink(store, link.id, now);
  await deleteFiles(env, [linkKey(link.id)]);
}
