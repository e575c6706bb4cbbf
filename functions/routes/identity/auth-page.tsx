import type { Child } from 'hono/jsx';
import type { AppContext } from '#middleware/context';
import { pagePolicy } from '#middleware/security-headers';

interface PageProps {
  title: string;
  lead?: Child;
  /** Why the last attempt failed. */
  message?: string;
  children?: Child;
  /** True for a page that shows a document: it is wider, and no script acts on it. */
  isDocument?: boolean;
}

/** One centered card: a plain page that works before any script has loaded. */
export function AuthPage({ title, lead, message, children, isDocument = false }: PageProps) {
  return (
    <html lang="en-US">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="Purchase orders, invoices and payments for productions" />
        <title>{title} · Backlot</title>
        <link rel="preload" href="/api/auth/typeface/400" as="font" type="font/woff2" crossorigin="" />
        <link rel="preload" href="/api/auth/typeface/600" as="font" type="font/woff2" crossorigin="" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* Applies the theme that the user chose in Account Settings. */}
        <script src="/theme.js" />
        {isDocument ? null : <script src="/auth-page.js" defer />}
        <link rel="stylesheet" href="/page.css" />
        <link rel="stylesheet" href="/auth-page.css" />
        {isDocument ? <link rel="stylesheet" href="/approval-page.css" /> : null}
      </head>
      <body>
        <main>
          <p class="name">
            <span class="mark" aria-hidden="true">
              B
            </span>
            Backlot
          </p>
          <div class="card">
            <div>
              <h1>{title}</h1>
              {lead ? <p class="lead">{lead}</p> : null}
            </div>
            {message ? (
              <p class="refused" role="alert">
                {message}
              </p>
            ) : null}
            {children}
          </div>
        </main>
      </body>
    </html>
  );
}

/** A page with a message and a link to the next step. */
export function Notice({ action, ...page }: PageProps & { action?: { label: string; href: string } }) {
  return (
    <AuthPage {...page}>
      {action ? (
        <a class="button" href={action.href}>
          {action.label}
        </a>
      ) : null}
      {page.children}
    </AuthPage>
  );
}

/**
 * Responds with such a page; it cannot be framed, and inline scripts do not run. `isListed` allows search engines to
 * index it, for users who search for the sign-in page.
 */
export async function answerPage(
  c: AppContext,
  page: Child,
  status: 200 | 400 | 401 | 403 | 404 | 409 | 410 | 429 | 503 = 200,
  isListed = false,
) {
  c.header('Content-Security-Policy', pagePolicy);
  if (!isListed) c.header('X-Robots-Tag', 'noindex, nofollow');
  // A page that loads a part of itself is a promise.
  const text = await (page as { toString: () => string | Promise<string> }).toString();
  return c.html(`<!doctype html>${text}`, status);
}
