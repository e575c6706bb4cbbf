const styles = `
:root { color-scheme: light dark; --ink: #16201b; --muted: #5c6a63; --line: #d9dfdb; --paper: #f6f8f6; --raised: #fff; --accent: #14573d; --on-accent: #fff; --negative: #a3261c; --negative-soft: #fdecea; }
@media (prefers-color-scheme: dark) { :root { --ink: #eaf0ec; --muted: #9dada5; --line: #2e3833; --paper: #101613; --raised: #18201c; --accent: #6fc79f; --on-accent: #0b1510; --negative: #ff9d92; --negative-soft: #3a1b18; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--paper); color: var(--ink); font: 400 15px/1.5 "Inter Variable", Inter, system-ui, sans-serif; }
main { width: 100%; max-width: 380px; }
.name { display: flex; align-items: center; gap: 10px; font-weight: 650; font-size: 17px; letter-spacing: -0.01em; margin: 0 0 24px; }
.mark { width: 28px; height: 28px; border-radius: 7px; background: var(--accent); color: var(--on-accent); display: grid; place-items: center; font-weight: 700; }
form { background: var(--raised); border: 1px solid var(--line); border-radius: 12px; padding: 28px; display: grid; gap: 18px; }
h1 { font-size: 22px; line-height: 1.25; letter-spacing: -0.02em; margin: 0; }
.lead { margin: 4px 0 0; color: var(--muted); }
label { display: grid; gap: 6px; font-weight: 550; font-size: 14px; }
input { font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px; padding: 0 12px; height: 44px; width: 100%; }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button { font: inherit; font-weight: 600; height: 44px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: pointer; }
.refused { margin: 0; padding: 10px 12px; border-radius: 8px; background: var(--negative-soft); color: var(--negative); font-size: 14px; }
`;

/** The built-in sign-in page (DEC-05): a plain form, so that it works before any script has loaded. */
export function SignInPage(props: { returnTo: string; message: string; username?: string }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sign in · Backlot</title>
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
          <form method="post" action="/api/auth/login">
            <div>
              <h1>Sign in</h1>
              <p class="lead">Purchase orders, invoices and payments of your show.</p>
            </div>
            {props.message ? (
              <p class="refused" role="alert">
                {props.message}
              </p>
            ) : null}
            <label>
              E-mail
              <input
                name="username"
                type="email"
                autocomplete="username"
                required
                autofocus
                value={props.username ?? ''}
              />
            </label>
            <label>
              Password
              <input name="password" type="password" autocomplete="current-password" required />
            </label>
            <input type="hidden" name="returnTo" value={props.returnTo} />
            <button type="submit">Sign in</button>
          </form>
        </main>
      </body>
    </html>
  );
}
