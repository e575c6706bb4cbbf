import { api } from '../api.ts';

/** `gone`: the session no longer exists. `unknown`: the server did not respond. */
type Unanswered = 'gone' | 'unknown';

/** Verifies the session without prolonging it. Returns when it ends, in milliseconds since the epoch (DEC-08). */
export async function verify(): Promise<number | Unanswered> {
  try {
    const response = await api.api.sessions.verify.$get();
    if (response.ok) return Date.parse((await response.json()).expirationTime);
    return (response.status as number) === 401 ? 'gone' : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Prolongs the session. Returns when to prolong it again, in milliseconds since the epoch (DEC-07). */
export async function extend(): Promise<number | Unanswered> {
  try {
    const response = await api.api.sessions['keep-session-alive'].$get();
    if (response.ok) return Date.parse((await response.json()).refreshTime);
    return (response.status as number) === 401 ? 'gone' : 'unknown';
  } catch {
    return 'unknown';
  }
}
