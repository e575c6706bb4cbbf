import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { sha256 } from '#store/d1/sha256';
import { directory } from '#store/d1/open';
import { signInAttempts } from './identity-tables.ts';

/** DEC-05: after so many attempts without success the next one has to wait. */
const usualFree = 10;
/** Attempts are forgotten a quarter of an hour after the last one, or after the wait that it brought. */
const forgetSeconds = 900;
const firstWaitSeconds = 60;
const rememberedSeconds = 90 * 86_400;

/** The last free one brings a minute, each further one twice as long, up to 16 minutes. */
const waitSeconds = (attempts: ReturnType<typeof sql>, free: number) =>
  sql`CASE WHEN ${attempts} < ${free} THEN 0 ELSE ${firstWaitSeconds} << min(${attempts} - ${free}, 4) END`;

const later = (now: string, seconds: ReturnType<typeof sql>) =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${now}, '+' || (${seconds}) || ' seconds')`;

/**
 * Counts an attempt for `subject` before anything is compared, in one statement of the one database that all instances
 * share: of attempts that arrive together none slips through. False, and not counted: this one has to wait.
 */
export async function countAttempt(
  env: Env,
  subject: string,
  now: string,
  free = usualFree,
): Promise<boolean> {
  const attempts = sql`(CASE WHEN sign_in_attempts.forgotten_at <= ${now} THEN 1 ELSE sign_in_attempts.attempts + 1 END)`;
  const rows = await directory(env)
    .insert(signInAttempts)
    .values({
      subject: sha256(subject),
      attempts: 1,
      waitsUntil: now,
      forgottenAt: later(now, sql`${forgetSeconds}`),
    })
    .onConflictDoUpdate({
      target: signInAttempts.subject,
      set: {
        attempts,
        waitsUntil: later(now, waitSeconds(attempts, free)),
        forgottenAt: later(now, sql`${forgetSeconds} + ${waitSeconds(attempts, free)}`),
      },
      setWhere: sql`sign_in_attempts.waits_until <= ${now}`,
    })
    .returning({ attempts: signInAttempts.attempts });
  return rows.length > 0;
}

/** After a success nothing is held against the next attempt. */
export async function resetAttempts(env: Env, ...subjects: string[]): Promise<void> {
  await directory(env)
    .delete(signInAttempts)
    .where(inArray(signInAttempts.subject, subjects.map(sha256)));
}

/** Remembers for 90 days that a sign-in of `subject` succeeded: a count that stays at none. */
export async function recordSuccess(env: Env, subject: string, now: string): Promise<void> {
  const forgottenAt = later(now, sql`${rememberedSeconds}`);
  await directory(env)
    .insert(signInAttempts)
    .values({ subject: sha256(subject), attempts: 0, waitsUntil: now, forgottenAt })
    .onConflictDoUpdate({ target: signInAttempts.subject, set: { forgottenAt } });
}

export async function isKnownOrigin(env: Env, subject: string, now: string): Promise<boolean> {
  const rows = await directory(env)
    .select({ subject: signInAttempts.subject })
    .from(signInAttempts)
    .where(and(eq(signInAttempts.subject, sha256(subject)), gt(signInAttempts.forgottenAt, now)));
  return rows.length > 0;
}

export async function sweepAttempts(env: Env, now: string): Promise<void> {
  await directory(env).delete(signInAttempts).where(lt(signInAttempts.forgottenAt, now));
}
