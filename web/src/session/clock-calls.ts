import { api } from '../api.ts';

/** `gone`: the server knows no such session any more. `unknown`: it could not be asked. */
type Unanswered = 'gone' | 'unknown';

/** DEC-08: asks whether the session still stands, without prolonging it; returns when it ends, in milliseconds since the epoch. */
export async function verify(): Promise<number | Unanswered> {
  try {
    const response = await api.api.sessions.verify.$get();
    if (response.ok) return Date.parse((await response.json()).expirationTime);
    return (response.status as number) === 401 ? 'gone' : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** DEC-07: prolongs the session; answers when it wants to be prolonged again, in milliseconds since the epoch. */
export async function extend(): Promise<number | Unanswered> {
  try {
    const response = await api.api.sessions['keep-session-alive'].$get();
    if (response.ok) return Date.parse((await response.json()).refreshTime);
    return (response.status as number) === 401 ? 'gone' : 'unknown';
  } catch {
    return 'unknown';
  }
}
