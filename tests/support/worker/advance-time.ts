import { vi } from 'vitest';

/** Advances a faked `Date`; no timer runs. */
export const advanceMinutes = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
