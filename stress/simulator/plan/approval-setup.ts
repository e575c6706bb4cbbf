import { iso } from '../clock.ts';
import type { DocType } from '../calls.ts';
import { startTime } from '../harness.ts';
import { currentContent, currentStep } from '../initial-state.ts';
import type { InitialState } from '../initial-state.ts';
import type { Chance } from '../random.ts';
import { showId } from '../studio.ts';

const day = 86_400_000;

/** A cover by Mara, with Cass as alternate. */
export interface PlannedCover {
  id: string;
  user: string;
  alternate: string | null;
  startsAt: number;
  endsAt: number;
  limitCents: number | null;
}

/** A cover that runs during all of a run, or begins or ends in it. */
export function coverOf(user: string, chance: Chance): PlannedCover {
  const startsAt = startTime + chance.pick([-day, -day, chance.below(60), chance.below(2500)]);
  const length = chance.pick([2 * day, 2 * day, chance.below(100), chance.below(3000)]);
  return {
    id: `${showId}_cover_${user}`,
    user,
    alternate: chance.hits(0.5) ? 'cass' : null,
    startsAt,
    endsAt: Math.max(startTime, startsAt) + 1 + length,
    limitCents: chance.pick([null, null, 1_000_000, 5000]),
  };
}

/** Days are of no interest here: the covers begin and end at any instant. */
export function setupCovers(covers: readonly PlannedCover[]): (initialState: InitialState) => void {
  return ({ database }) => {
    for (const { id, user, alternate, startsAt, endsAt, limitCents } of covers)
      database.rows(
        `INSERT INTO covers (show_id, id, user_id, user_name, covering_id, covering_name, covering_initials, alternate_id,
           alternate_name, alternate_initials, first_day, last_day, starts_at, ends_at, types, limit_cents, set_by_id,
           set_by_name, created_at)
         VALUES (?, ?, ?, ?, 'mara', 'mara Stone', 'ma', ?, ?, ?, '2026-11-21', '2026-11-23', ?, ?,
           '["PO","INVOICE","PAYMENT"]', ?, ?, ?, ?)`,
        ...[showId, id, user, `${user} Stone`, alternate, alternate && 'cass Stone', alternate && 'ca'],
        ...[iso(startsAt), iso(endsAt), limitCents, user, `${user} Stone`, iso(startTime - day)],
      );
  };
}

/** The token of a user's link; the e-mail in which it came is not simulated. */
export const linkToken = (user: string, documentId: string) => `${documentId}_${user}`;

/** Lets the show approve from e-mail, and mails these users links for the document as it is now. */
export function allowLinks(
  { product, database }: InitialState,
  mailed: { docType: DocType; id: string; holders: readonly string[]; coverId: string | null },
  withoutSignIn: boolean,
): void {
  database.rows(
    `UPDATE show_settings SET settings = json_set(settings, '$.approveByMailUpTo', 5000, '$.splitOrderWarning', json('false'),
       '$.approveByMailWithoutSignIn', ?)`,
    withoutSignIn ? 5000 : null,
  );
  for (const user of mailed.holders)
    database.rows(
      `INSERT INTO approval_links (show_id, token_hash, document_id, user_id, step_id, content_version, address, role,
         cover_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'Approver', ?, ?, ?)`,
      ...[showId, product.sha256(linkToken(user, mailed.id)), mailed.id, user],
      ...[currentStep(database, mailed.id), currentContent(database, mailed.id), `${user}@backlot.example`],
      ...[user === 'mara' ? mailed.coverId : null, iso(startTime - day), iso(startTime + 2 * day)],
    );
}

/** Every step reminds and escalates, and all documents have waited for two weeks. */
export function runReminders(backupId: string): (initialState: InitialState) => void {
  return ({ database }) => {
    for (const table of ['workflow_template_steps', 'workflow_steps'])
      database.rows(
        `UPDATE ${table} SET remind_after_days = 2, escalate_after_days = 4, backup_id = ?`,
        backupId,
      );
    database.rows(
      `UPDATE documents SET waiting_since = '2026-11-06T09:00:00.000-08:00', reminder_due_at = ?
       WHERE current_step_id IS NOT NULL`,
      iso(startTime - day),
    );
  };
}

/** Change orders may lower lines down to what is invoiced, and are planned by this rule. */
export function lowerLines(
  rule: 'NEW_TOTAL' | 'CHANGE' | 'CHANGE_OVER_PERCENT',
): (initialState: InitialState) => void {
  return ({ database }) => {
    database.rows(
      `UPDATE show_settings SET settings = json_set(settings, '$.changeOrdersMayReduce', json('true'),
         '$.overReliefMode', 'REFUSE')`,
    );
    database.rows(
      'UPDATE workflow_templates SET change_rule = ?, change_percent_hundredths = ?',
      rule,
      rule === 'CHANGE_OVER_PERCENT' ? 1500 : null,
    );
  };
}
