import { securityHeaders } from '../../../functions/middleware/security-headers.ts';

/**
 * Returns what is wrong with the security headers of a response; empty when nothing is.
 * @param {Headers} headers
 * @returns {string[]}
 */
export function headerFaults(headers) {
  const simple = Object.entries(securityHeaders).flatMap(([name, value]) => {
    const actual = headers.get(name);
    if (actual === null) return [`no ${name}`];
    return actual === value ? [] : [`${name} is ${actual}`];
  });
  return [...simple, ...policyFaults(headers.get('Content-Security-Policy'))];
}

/** @param {string | null} policy @returns {string[]} */
function policyFaults(policy) {
  if (policy === null) return ['no Content-Security-Policy'];
  const directives = new Map(
    policy.split(';').map((each) => {
      const [name = '', ...sources] = each.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  const faults = ['default-src', 'frame-ancestors', 'base-uri'].filter((name) => !directives.has(name));
  const open = ['script', 'style'].flatMap((kind) => {
    const sources = directives.get(`${kind}-src`) ?? directives.get('default-src') ?? [];
    const allowed = sources.filter((each) => /^('unsafe-inline'|'unsafe-eval'|\*|https?:|data:)$/.test(each));
    return allowed.map((source) => `the Content-Security-Policy allows ${kind}s from ${source}`);
  });
  return [...faults.map((name) => `the Content-Security-Policy has no ${name}`), ...open];
}
