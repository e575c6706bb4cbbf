import { createHash } from 'node:crypto';
import { log } from '#edges/log';

/** A user waits for the form. */
const timeLimitMs = 3_000;

/**
 * Checks a password against the lists of breached ones, by the range protocol of Pwned Passwords: only five hex digits
 * of its SHA-1 are sent, and the service returns all matching suffixes. Returns false without `BREACHED_PASSWORDS_URL`,
 * and when the service is unavailable, which is logged: its outage must not block setting a password.
 */
export async function isBreached(env: Env, password: string): Promise<boolean> {
  const url = env.BREACHED_PASSWORDS_URL.replace(/\/+$/, '');
  if (url === '') return false;
  const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase();
  const [start, end] = [hash.slice(0, 5), hash.slice(5)];
  try {
    const response = await fetch(`${url}/range/${start}`, {
      // Padding with lines of count 0 makes all responses about equally long, which hides the result from
      // eavesdroppers.
      headers: { 'Add-Padding': 'true', 'User-Agent': 'Backlot' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const lines = (await response.text()).split(/\r?\n/);
    return lines.some((line) => line.startsWith(`${end}:`) && !line.endsWith(':0'));
  } catch (error) {
    log('warn', 'breached password check failed', {}, error);
    return false;
  }
}
