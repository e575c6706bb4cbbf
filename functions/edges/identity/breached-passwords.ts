import { createHash } from 'node:crypto';
import { log } from '#edges/log';

/** Somebody waits in front of a form. */
const timeLimitMs = 3_000;

/**
 * Whether a password stands in the lists of stolen ones, by the range protocol of Pwned Passwords: of the SHA-1 five hex
 * digits leave, and every other end that the service knows comes back. False also without `BREACHED_PASSWORDS_URL`, and
 * when the service cannot be asked, which is logged: the outage of another keeps nobody from setting a password.
 */
export async function isBreached(env: Env, password: string): Promise<boolean> {
  const url = env.BREACHED_PASSWORDS_URL.replace(/\/+$/, '');
  if (url === '') return false;
  const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase();
  const [start, end] = [hash.slice(0, 5), hash.slice(5)];
  try {
    const response = await fetch(`${url}/range/${start}`, {
      // With made-up lines, counted 0 times, every answer is about as long: who listens learns nothing from that.
      headers: { 'Add-Padding': 'true', 'User-Agent': 'Backlot' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const lines = (await response.text()).split(/\r?\n/);
    return lines.some((line) => line.startsWith(`${end}:`) && !line.endsWith(':0'));
  } catch (error) {
    log('warn', 'breached passwords not asked', {}, error);
    return false;
  }
}
