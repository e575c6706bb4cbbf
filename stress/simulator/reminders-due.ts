import type { Database } from './database.ts';

const remindAfterDays = 2;
const escalateAfterDays = 4;

/**
 * Lets every step of the flows remind and escalate, also those at which documents wait already. The days of the show
 * begin hours before the midnight of the digests.
 */
export function addReminders(database: Database, now: string): void {
  database.rows("UPDATE show_settings SET settings = json_set(settings, '$.timeZone', 'UTC')");
  for (const table of ['workflow_template_steps', 'workflow_steps'])
    database.rows(
      `UPDATE ${table} SET remind_after_days = ?, escalate_after_days = ?, backup_id = 'hugo'`,
      remindAfterDays,
      escalateAfterDays,
    );
  database.rows('UPDATE documents SET reminder_due_at = ? WHERE current_step_id IS NOT NULL', now);
}

const dayMs = 86_400_000;

/** Counts day by day, unlike the product. */
function weekdaysAfter(start: string, end: string): number {
  let count = 0;
  for (let at = Date.parse(start) + dayMs; at <= Date.parse(end); at += dayMs) {
    const weekday = new Date(at).getUTCDay();
    if (weekday > 0 && weekday < 6) count += 1;
  }
  return count;
}

interface WaitingRow {
  id: string;
  since: string;
  reminded: string | null;
  escalated: string | null;
}

/**
 * Returns what is wrong with the reminders of the documents that wait on this day, after its jobs have ended: each was
 * sent on the first working day after its days, and not before; and no event of the same kind is on a document twice
 * without another action between them (NUDGE-05 to NUDGE-08).
 */
export function wrongReminders(database: Database, date: string): string[] {
  const waiting = database.rows<WaitingRow>(
    `SELECT id, waiting_since AS since, reminded_at AS reminded, escalated_at AS escalated
      FROM documents WHERE show_id = 'alpha1' AND current_step_id IS NOT NULL AND waiting_since IS NOT NULL`,
  );
  const wrong = waiting.flatMap(({ id, since, reminded, escalated }) => {
    const days = weekdaysAfter(since.slice(0, 10), date);
    const states = [
      ['reminded', days > remindAfterDays, reminded !== null],
      ['escalated', days > escalateAfterDays, escalated !== null],
    ] as const;
    return states.flatMap(([what, isDue, isSent]) =>
      isDue === isSent ? [] : [`${date} ${id} is ${isSent ? '' : 'not '}${what} after ${days} working days`],
    );
  });
  const repeated = database.rows<{ id: string; action: string }>(
    `SELECT e.document_id AS id, e.action FROM document_events e
      JOIN document_events p ON p.document_id = e.document_id AND p.seq = e.seq - 1 AND p.action = e.action
      WHERE e.action IN ('remind', 'escalate')`,
  );
  return [...wrong, ...repeated.map(({ id, action }) => `${date} ${id} has two events ${action}`)];
}
