import type { AppContext } from './context.ts';

/**
 * The security headers of static files and of responses of the Worker (DEC-141, DEC-148). The web build and the
 * deployment write the former into the file `_headers` of Pages. With `no-referrer`, a form's own Origin would be `null`.
 */
export const securityHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), microphone=(), camera=()',
  'Referrer-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};

/** For responses that are not pages: opened on their own, they show and run nothing. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For the Worker's own pages. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The SHA-256 of the two constant style elements that react-aria adds to a page: of pressable elements, and of scrolling
 * behind an overlay on iOS. Its nonce cannot be used, because a static page has the same headers for every user.
 */
const reactAriaStyles = [
  'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=',
  'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=',
];

/** For the application. `frameOrigin`: of the help page, if it is on another site. */
function applicationPolicy(frameOrigin: string | null): string {
  const styles = reactAriaStyles.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "img-src 'self' blob: data:",
    `style-src 'self'${styles}`,
    "connect-src 'self'",
    `frame-src 'self'${frameOrigin ? ` ${frameOrigin}` : ''}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Adds the headers to a response of the Worker. A response keeps policies of its own. */
export function setSecurityHeaders(c: AppContext): void {
  const { headers } = c.res;
  for (const [name, value] of Object.entries(securityHeaders))
    if (name !== 'Referrer-Policy' || !headers.has(name)) headers.set(name, value);
  if (!headers.has('Cross-Origin-Resource-Policy'))
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', dataPolicy);
}

/** Returns the `_headers` file of Pages. `faqUrl`: address of the help page, possibly a path of this site. */
export function staticHeadersFile(faqUrl: string): string {
  const faq = URL.canParse(faqUrl) ? new URL(faqUrl) : null;
  const headers = { 'Content-Security-Policy': applicationPolicy(faq && faq.origin), ...securityHeaders };
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `/*\n${lines.join('')}\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n`;
}
