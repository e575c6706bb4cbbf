import { join } from 'node:path';
import type { Options } from '../options.ts';
import { inThreads } from '../threads.ts';
import { simulateDigestDays } from './digest-days-simulation.ts';
import type { DigestDays } from './digest-days-simulation.ts';
import { chanceOf } from './random.ts';
import type { Patch } from './patch.ts';

/** Three years, with two clock changes each. */
const days = 3 * 365;

const plan = 'functions/verbs/notifications/schedule-digests.ts';
const mutantPatches: Record<string, readonly Patch[]> = {
  'midnight is at 8 UTC in summer, too': [
    {
      file: 'domain/values/days.ts',
      find: 'return hour === 0 ? day : null;',
      replace: "return at.slice(11, 13) === '08' ? at.slice(0, 10) : null;",
    },
  ],
  'every run of the cron begins a day': [
    {
      file: 'domain/values/days.ts',
      find: 'return hour === 0 ? day : null;',
      replace: 'return day;',
    },
  ],
  'each run of the cron plans another digest': [
    {
      file: plan,
      find: '`digest:${day}:${digest.userId}:${digest.type}`',
      replace: '`digest:${day}:${digest.userId}:${digest.type}:${Math.random()}`',
    },
    {
      file: plan,
      find: 'effectKey: `digests:${day}`',
      replace: 'effectKey: `digests:${day}:${now}`',
    },
    {
      file: 'functions/store/directory/digest-days.ts',
      find: '.where(isNull(digestDays.plannedAt))',
      replace: '',
    },
  ],
  'a day that was interrupted by a crash is not continued': [
    {
      file: 'functions/verbs/jobs/sweep.ts',
      find: '() => catchUpDigests(env, now)',
      replace: 'async () => 0',
    },
  ],
  'a day whose cron did not run at midnight never begins': [
    {
      file: plan,
      find: 'if (day !== null && (await beginMissedDigestDay(env, day, now)))',
      replace: 'if (day === null)',
    },
  ],
  'events that were sent are sent again': [
    {
      file: 'functions/verbs/notifications/send-digest.ts',
      find: 'end: () => endDigestItems(db, digest, items, now)',
      replace: 'end: () => endDigestItems(db, digest, items.slice(1), now)',
    },
  ],
  'each show of a user sends a digest of its own': [
    {
      file: 'functions/store/directory/digest-days.ts',
      find: 'other.show_id < ${memberships.showId})`',
      replace: 'other.show_id < other.show_id)`',
    },
    {
      file: plan,
      find: '`digest:${day}:${digest.userId}:${digest.type}`',
      replace: '`digest:${day}:${digest.userId}:${digest.type}:${Math.random()}`',
    },
  ],
  'a user who has left one show stays in the digests of the other': [
    { file: plan, find: 'withItems.filter(({ userId }) => memberIds.has(userId))', replace: 'withItems' },
    {
      file: plan,
      find: 'left.map((digest) => dropDigestItems(store.db, { ...digest, showIds }, now))',
      replace: '[]',
    },
  ],
  'a reminder is sent by every run': [
    {
      file: 'functions/verbs/lifecycle/waiting-clock.ts',
      find: "if (action === 'remind') sent.remindedAt = now;",
      replace: '',
    },
  ],
  'a reminder comes a day early': [
    {
      file: 'domain/workflow/step-reminders.ts',
      find: 'first.days + 1, calendar',
      replace: 'first.days, calendar',
    },
    {
      file: 'domain/workflow/step-reminders.ts',
      find: '> first.days ? first.action',
      replace: '>= first.days ? first.action',
    },
  ],
  'a document that waits when its step begins to remind is forgotten': [
    {
      file: 'functions/verbs/lifecycle/waiting-clock.ts',
      find: 'const columns = { ...sent, reminderDueAt };',
      replace: 'const columns = { ...sent };',
    },
  ],
  'only users who want digests now get them': [
    { file: plan, find: '[...configured, ...pending].map', replace: 'configured.map' },
  ],
};

/** One simulation of the product as it is or of a mutant. */
export interface DigestDaysJob {
  seed: number;
  mutant: string | null;
}

export interface DigestDaysResult extends DigestDays {
  seed: number;
}

/** Runs a job in a thread. */
export async function runDigestDays({ seed, mutant }: DigestDaysJob): Promise<DigestDaysResult> {
  const patches = mutant === null ? [] : (mutantPatches[mutant] ?? []);
  const enough = mutant === null ? 20 : 1;
  return { seed, ...(await simulateDigestDays(patches, chanceOf(seed), days, enough)) };
}

/**
 * Simulates three years of midnight crons that are late, repeated or missed, crash, or lose their messages: every user
 * with digest items gets one e-mail per type and Pacific day, which lists all of them, and nobody else gets one (EM-12,
 * DEC-49, DEC-58). Then does the same with mutants that must be found.
 */
export async function digestDays({ seeds, from, seed, threads }: Options): Promise<boolean> {
  const runJobs = (jobs: readonly DigestDaysJob[]) =>
    inThreads<DigestDaysResult>(join(import.meta.dirname, 'digest-days-thread.ts'), jobs, threads);
  const [first, count] = seed === null ? [from, seeds ?? 20] : [seed, 1];
  const simulations = await runJobs(
    Array.from({ length: count }, (_, n) => ({ seed: first + n, mutant: null })),
  );
  const bad = simulations.filter(({ wrong }) => wrong.length > 0);
  for (const { seed: one, wrong } of bad)
    for (const what of wrong.slice(0, 10)) console.log(`VIOLATION seed ${one}: ${what}`);
  const sum = (of: 'digestDaysStarted' | 'missedMidnights' | 'sentMails') =>
    simulations.reduce((total, one) => total + one[of], 0);
  console.log(
    `clock: ${count} seeds of ${days} nights, ${sum('digestDaysStarted')} digest days, ${sum('missedMidnights')} nights whose midnight did ` +
      `not ring, ${sum('sentMails')} digests, ${bad.length} with violations`,
  );
  if (seed !== null) return bad.length === 0;
  const names = Object.keys(mutantPatches);
  const mutantResults = await runJobs(names.map((mutant) => ({ seed: 1, mutant })));
  for (const [index, { wrong }] of mutantResults.entries())
    console.log(
      `  ${wrong[0] ? 'seed 1   ' : 'NOT FOUND'}  ${names[index]}${wrong[0] ? ` (${wrong[0]})` : ''}`,
    );
  const found = mutantResults.filter(({ wrong }) => wrong.length > 0).length;
  console.log(`clock: ${found} of ${names.length} planted faults found`);
  return bad.length === 0 && found === names.length;
}
