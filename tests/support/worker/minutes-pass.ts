import { vi } from 'vitest';

/** Under a faked `Date` only: nothing is waited for. */
export const minutesPass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
