import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { sha256 } from '#store/d1/sha256';
import { directory } from '#store/d1/open';
import { signInAttempts } from './identity-tables.ts';

/** The number of failed attempts before the next one has to wait (DEC-05). */
const defaultFreeAttempts = 10;
/** Attempts are forgotten 15 minutes after the last one, or after the wait that it caused. */
const forgetSeconds = 900;
const firstWaitSeconds = 60;
const rememberedSeconds = 90 * 86_400;

/** The last free attempt causes a wait of one minute, each further one twice as long, up to 16 minutes. */
const waitSeconds = (attempts: ReturnType<typeof sql>, freeAttempts: number) =>
  sql`CASE WHEN ${attempts} < ${freeAttempts} THEN 0 ELSE ${firstWaitSeconds} << min(${attempts} - ${freeAttempts}, 4) END`;

const instantAfter = (now: string, seconds: ReturnType<typeof sql>) =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${now}, '+' || (${seconds}) || ' seconds')`;

/**
 * Counts an attempt of `subject` before anything is compared, in one statement of the one database that all instances
 * share, so that concurrent attempts are all counted. Returns false, without counting, when this one has to wait.
 */
export async function countAttempt(
  env: Env,
  subject: string,
  now: string,
  freeAttempts = defaultFreeAttempts,
): Promise<boolean> {
  const attempts = sql`(CASE WHEN sign_in_attempts.forgotten_at <= ${now} THEN 1 ELSE sign_in_attempts.attempts + 1 END)`;
  const rows = await directory(env)
    .insert(signInAttempts)
    .values({
      subject: sha256(subject),
      attempts: 1,
      waitsUntil: now,
      forgottenAt: instantAfter(now, sql`${forgetSeconds}`),
    })
    .onConflictDoUpdate({
      target: signInAttempts.subject,
      set: {
        attempts,
        waitsUntil: instantAfter(now, waitSeconds(attempts, freeAttempts)),
        forgottenAt: instantAfter(now, sql`${forgetSeconds} + ${waitSeconds(attempts, freeAttempts)}`),
      },
      setWhere: sql`sign_in_attempts.waits_until <= ${now}`,
    })
    .returning({ attempts: signInAttempts.attempts });
  return rows.length > 0;
}

/** Clears the count after a success. */
export async function resetAttempts(env: Env, ...subjects: string[]): Promise<void> {
  await directory(env)
    .delete(signInAttempts)
    .where(inArray(signInAttempts.subject, subjects.map(sha256)));
}

/** Remembers for 90 days that a sign-in of `subject` succeeded, as a count of zero. */
export async function recordSuccess(env: Env, subject: string, now: string): Promise<void> {
  const forgottenAt = instantAfter(now, sql`${rememberedSeconds}`);
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
