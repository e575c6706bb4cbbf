import type { Child } from 'hono/jsx';
import type { AppContext } from '#middleware/context';

/** The tokens of web/src/theme.css, so that the Worker's own pages look like the application. */
export const pageTokens = `
@font-face { font-family: Inter; font-weight: 400; font-display: swap; src: url(/api/auth/typeface/400) format("woff2"); }
@font-face { font-family: Inter; font-weight: 600; font-display: swap; src: url(/api/auth/typeface/600) format("woff2"); }
@font-face { font-family: "Inter Stand-in"; src: local("Arial"), local("Liberation Sans"), local("Helvetica Neue"), local("Helvetica"); size-adjust: 107.12%; ascent-override: 90.44%; descent-override: 22.52%; line-gap-override: 0%; }
:root {
  color-scheme: light dark;
  --surface: light-dark(#f8f9f7, #121513); --raised: light-dark(#ffffff, #1a1e1b); --sunken: light-dark(#eff1ee, #222824);
  --ink: light-dark(#181c19, #e9ece9); --muted: light-dark(#59625c, #a3ada6);
  --line: light-dark(#e1e5e0, #2b312d); --strong: light-dark(#c3cac4, #465049); --focus: light-dark(#2260c4, #85b4ff);
  --accent: light-dark(#14563a, #4cb485); --accent-strong: light-dark(#0e4229, #66c79b); --accent-ink: light-dark(#ffffff, #06180e);
  --negative: light-dark(#ac2a20, #f49c93); --negative-soft: light-dark(#fce9e6, #3d1c19);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
`;
const styles = `${pageTokens}
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px; background: var(--surface); color: var(--ink); font: 400 14px/20px Inter, "Inter Stand-in", system-ui, sans-serif; overflow-wrap: break-word; font-variant-ligatures: no-contextual; }
main { width: 100%; max-width: 400px; }
.name { display: flex; align-items: center; gap: 10px; font-weight: 600; font-size: 16px; letter-spacing: -0.01em; margin: 0 0 20px; }
.mark { width: 28px; height: 28px; border-radius: 6px; background: var(--accent); color: var(--accent-ink); display: grid; place-items: center; font-weight: 600; }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: 10px; padding: 28px; display: grid; gap: 18px; }
.card > *, form > * { min-width: 0; }
form { display: grid; gap: 18px; margin: 0; }
h1 { font-size: 20px; line-height: 28px; letter-spacing: -0.015em; margin: 0; text-wrap: balance; }
p { margin: 0; text-wrap: pretty; }
.lead { margin-top: 4px; color: var(--muted); }
.hint { color: var(--muted); font-size: 13px; font-weight: 400; }
label { display: grid; gap: 6px; font-weight: 600; }
.beside { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; }
input { font: inherit; font-size: 16px; font-weight: 400; color: inherit; background: var(--raised); border: 1px solid var(--strong); border-radius: 6px; padding: 0 12px; height: 44px; width: 100%; }
.secret { position: relative; }
.secret:has(.show:not([hidden])) input { padding-right: 72px; }
.show { position: absolute; inset: 1px 1px 1px auto; width: auto; height: auto; padding: 0 14px; background: none; color: var(--muted); font-size: 13px; }
.show:hover { background: none; color: var(--ink); }
input.code { font-size: 20px; letter-spacing: 0.12em; font-variant-numeric: tabular-nums; }
input:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 6px; }
[hidden] { display: none !important; }
button, .button { font: inherit; font-weight: 600; height: 44px; border: 0; border-radius: 6px; background: var(--accent); color: var(--accent-ink); cursor: pointer; display: grid; place-items: center; text-decoration: none; width: 100%; }
button:hover, .button:hover { background: var(--accent-strong); }
.quiet { height: 40px; background: none; border: 1px solid var(--strong); color: var(--ink); font-size: 13px; }
.quiet:hover { background: var(--sunken); }
.row { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 8px; }
a:not(.button) { color: var(--accent); font-weight: 600; text-underline-offset: 3px; }
.refused { padding: 10px 12px; border-radius: 6px; background: var(--negative-soft); color: var(--negative); }
.qr { width: 196px; height: 196px; margin: 0 auto; padding: 8px; border-radius: 6px; background: #fff; }
.qr svg { display: block; width: 100%; height: 100%; }
code { font: 500 14px/20px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.key { display: block; padding: 10px 12px; border-radius: 6px; background: var(--sunken); text-align: center; text-wrap: balance; user-select: all; }
.group { display: grid; gap: 8px; }
/* A phone cannot scan its own screen, so it opens the key with a link. */
.here { display: none; }
@media (pointer: coarse), (max-width: 480px) { .here { display: grid; } p.here { display: block; text-align: center; } .scan { order: 1; } .scan .qr { width: 148px; height: 148px; } .scan + .group ~ form { order: 2; } }
.scan { display: grid; gap: 8px; }
.codes { list-style: none; margin: 0; padding: 14px 8px; display: grid; gap: 8px; border-radius: 6px; background: var(--sunken); justify-items: center; }
.codes code { font-size: min(14px, 3.4vw); white-space: nowrap; }
ol { margin: 0; padding-left: 20px; display: grid; gap: 6px; color: var(--muted); }
@media (max-width: 420px) { body { padding: 16px; } .card { padding: 20px; } }
@media print { .no-print { display: none; } }
`;

interface PageProps {
  title: string;
  lead?: Child;
  /** Why the last attempt failed. */
  message?: string;
  children?: Child;
}

/** One centered card: a plain page that works before any script has loaded. */
export function AuthPage({ title, lead, message, children }: PageProps) {
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
        <script src="/auth-page.js" defer />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
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

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Responds with such a page; it cannot be framed, and inline scripts do not run. `isListed` allows search engines to
 * index it, for users who search for the sign-in page.
 */
export function answerPage(
  c: AppContext,
  page: Child,
  status: 200 | 400 | 401 | 403 | 404 | 429 | 503 = 200,
  isListed = false,
) {
  c.header('Content-Security-Policy', policy);
  if (!isListed) c.header('X-Robots-Tag', 'noindex, nofollow');
  return c.html(`<!doctype html>${String(page)}`, status);
}
