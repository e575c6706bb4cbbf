/** Until when nobody else takes up what is begun now: longer than any errand takes, for accounting is given up after 20 s. */
export function leaseExpiry(now: string): string {
  return after(now, 120_000);
}

export function after(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString();
}
