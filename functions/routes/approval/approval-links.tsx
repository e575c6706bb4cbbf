import { Hono } from 'hono';
import * as v from 'valibot';
import { budgetAnswers } from '#domain/budget/budget-answers';
import { Refusal } from '#domain/codes';
import { warningTexts } from '#domain/lifecycle/document-warning';
import { linkEndTexts } from '#domain/lifecycle/approval-link';
import { reviewLink } from '#domain/lifecycle/review-link';
import type { AppContext, AppEnv } from '#middleware/context';
import { isCsrfToken, isForeignForm } from '#middleware/csrf';
import { checkRateLimit } from '#middleware/rate-limit';
import { currentUser } from '#middleware/session';
import { formOf } from '#middleware/validate';
import { approveByLink, openApprovalLink } from '#verbs/mail-approval/approval-link';
import type { OpenedLink, OpenLink } from '#verbs/mail-approval/approval-link';
import { viewLinkedDocument } from '#verbs/mail-approval/view-linked-document';
import { addressOf, originOf } from '../identity/auth-cookies.ts';
import { answerPage, Notice } from '../identity/auth-page.tsx';
import { ApprovalPage } from './approval-page.tsx';
import type { Decision } from './approval-page.tsx';

type Session = NonNullable<Awaited<ReturnType<typeof currentUser>>>;

/** `budget` is the answer that the page showed (BUD-53). */
const form = v.object({
  csrf: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  budget: v.optional(v.picklist(budgetAnswers)),
});

const open = (c: AppContext) =>
  openApprovalLink(
    {
      env: c.env,
      now: c.get('now'),
      runAfterResponse: (work) => c.executionCtx.waitUntil(work),
    },
    c.req.param('token') ?? '',
  );

const reviewHref = (c: AppContext, { link }: OpenedLink) =>
  reviewLink(originOf(c), { id: link.documentId, type: link.type, showId: link.showId }, 'APPROVER') ?? '';

const toDocument = (c: AppContext, opened: OpenedLink) => ({
  label: 'Open the document',
  href: reviewHref(c, opened),
});

function unknownPage(c: AppContext) {
  const lead = 'The address is incomplete, or the link is more than a month old.';
  return answerPage(c, <Notice title="This link is not valid" lead={lead} />, 404);
}

function endedPage(c: AppContext, opened: Exclude<OpenedLink, OpenLink>) {
  const { end, warnings } = opened;
  const { title, text } = linkEndTexts[end];
  const found = warnings.map((warning) => warningTexts[warning].toLowerCase());
  const lead = found.length > 0 ? `${text}: ${found.join(', ')}.` : text;
  return answerPage(c, <Notice title={title} lead={lead} action={toDocument(c, opened)} />, 410);
}

/** For a session of another user: the holder of a forwarded e-mail cannot decide (LINK-05). */
function otherUserPage(c: AppContext, { user }: Session) {
  const lead = `You are signed in as ${user.username}. Only the user who got the e-mail can approve with it.`;
  const action = { label: 'Go to your approvals', href: '/approvals' };
  return answerPage(c, <Notice title="This link belongs to another user" lead={lead} action={action} />, 403);
}

function documentPage(
  c: AppContext,
  opened: OpenLink,
  session: Session | null,
  { status = 200, message }: { status?: 200 | 401 | 403 | 409; message?: string } = {},
) {
  const signIn = `/api/auth/login?returnTo=${encodeURIComponent(c.req.path)}`;
  const decision: Decision =
    session === null && opened.mustSignIn
      ? { kind: 'SIGN_IN', href: signIn }
      : { kind: 'CONFIRM', csrfToken: session?.session.csrfToken ?? null };
  const page = (
    <ApprovalPage
      document={viewLinkedDocument(opened)}
      decision={decision}
      isSignedIn={session !== null}
      reviewHref={reviewHref(c, opened)}
      {...(message !== undefined && { message })}
    />
  );
  return answerPage(c, page, status);
}

/** Responds with a page unless the link is open, for its own user or for nobody in particular. */
async function withOpenLink(
  c: AppContext,
  respond: (opened: OpenLink, session: Session | null) => Promise<Response> | Response,
): Promise<Response> {
  const [opened, session] = await Promise.all([open(c), currentUser(c)]);
  if (!opened) return unknownPage(c);
  if (session) c.set('access', session);
  if (session && session.user.id !== opened.link.userId) return otherUserPage(c, session);
  return opened.end === null ? respond(opened, session) : endedPage(c, opened);
}

const stale = 'This page was out of date. Check the document, then confirm again.';

async function approve(c: AppContext, opened: OpenLink, session: Session | null): Promise<Response> {
  if (isForeignForm(c)) return documentPage(c, opened, session, { status: 403, message: stale });
  if (session === null && opened.mustSignIn) return documentPage(c, opened, session, { status: 401 });
  const parsed = v.safeParse(form, await formOf(c));
  const { csrf, budget = null } = parsed.success ? parsed.output : { csrf: '' };
  if (session && !isCsrfToken(csrf, session.session))
    return documentPage(c, opened, session, { status: 403, message: stale });
  const action = toDocument(c, opened);
  const { title } = viewLinkedDocument(opened);
  try {
    const { status } = await approveByLink(opened, { isSignedIn: session !== null, budgetAnswer: budget });
    const lead =
      status === 'APPROVED' ? 'The document is fully approved.' : 'The document waits for further approvals.';
    return answerPage(c, <Notice title={`You approved ${title}`} lead={lead} action={action} />);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'accounting_interface_error') {
      const lead = 'The approval is stored. Accounting did not accept the document: open it to see why.';
      return answerPage(c, <Notice title={`You approved ${title}`} lead={lead} action={action} />);
    }
    // Another user was first: the page of the link gives the reason.
    return withOpenLink(c, (current, sessionNow) =>
      documentPage(c, current, sessionNow, {
        status: 409,
        message: error.detail.message ?? 'The document could not be approved here. Open it to see why.',
      }),
    );
  }
}

/**
 * Links of e-mails with which an approver decides. GET and HEAD only read, because mail programs open links, too; the
 * page's form posts (LINK-04).
 */
export const approvalLinks = new Hono<AppEnv>()
  .use(async (c, next) => {
    c.header('Referrer-Policy', 'no-referrer');
    try {
      await checkRateLimit(c, c.env.SIGN_IN_ADDRESS_LIMIT, `approve:${addressOf(c)}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const lead = 'Wait a minute, then open the link again.';
      return answerPage(c, <Notice title="Too many attempts" lead={lead} />, 429);
    }
    await next();
  })
  .get('/:token', (c) => withOpenLink(c, (opened, session) => documentPage(c, opened, session)))
  .post('/:token', (c) => withOpenLink(c, (opened, session) => approve(c, opened, session)));
