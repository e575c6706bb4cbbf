/** When the lease of a job that starts now expires. No job runs that long: calls to accounting time out after 20 s. */
export function leaseExpiry(now: string): string {
  return after(now, 120_000);
}

/**
 * When leases end at the latest, also of jobs that start shortly after `now`: a job that is due later is not running, but
 * waits for its next attempt.
 */
export function lastLeaseExpiry(now: string): string {
  return after(now, 240_000);
}

export function after(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString();
}
