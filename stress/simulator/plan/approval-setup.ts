import { iso } from '../clock.ts';
import type { DocType } from '../calls.ts';
import { startTime } from '../harness.ts';
import { currentContent, currentStep } from '../initial-state.ts';
import type { InitialState } from '../initial-state.ts';
import type { Chance } from '../random.ts';
import { insertRows, showId } from '../studio.ts';

const day = 86_400_000;

/** A cover by Mara, with Cass as alternate. */
export interface PlannedCover {
  id: string;
  user: string;
  alternate: string | null;
  startsAt: number;
  endsAt: number;
  limitCents: number | null;
  awaitsApproval: boolean;
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
    awaitsApproval: false,
  };
}

/** Days are of no interest here: the covers begin and end at any instant. */
export function setupCovers(covers: readonly PlannedCover[]): (initialState: InitialState) => void {
  const rows = covers.map(({ id, user, alternate, startsAt, endsAt, limitCents, awaitsApproval }) => ({
    show_id: showId,
    id,
    user_id: user,
    user_name: `${user} Stone`,
    covering_id: 'mara',
    covering_name: 'mara Stone',
    covering_initials: 'ma',
    alternate_id: alternate,
    alternate_name: alternate && `${alternate} Stone`,
    alternate_initials: alternate?.slice(0, 2) ?? null,
    first_day: '2026-11-21',
    last_day: '2026-11-23',
    starts_at: iso(startsAt),
    ends_at: iso(endsAt),
    types: '["PO","INVOICE","PAYMENT"]',
    limit_cents: limitCents,
    set_by_id: user,
    set_by_name: `${user} Stone`,
    created_at: iso(startTime - day),
    awaits_approval: awaitsApproval ? 1 : 0,
  }));
  return ({ database }) => insertRows(database, { covers: rows });
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
  const { id } = mailed;
  const rows = mailed.holders.map((user) => ({
    show_id: showId,
    token_hash: product.sha256(linkToken(user, id)),
    document_id: id,
    user_id: user,
    step_id: currentStep(database, id),
    content_version: currentContent(database, id),
    address: `${user}@backlot.example`,
    role: 'Approver',
    cover_id: user === 'mara' ? mailed.coverId : null,
    created_at: iso(startTime - day),
    expires_at: iso(startTime + 2 * day),
  }));
  insertRows(database, { approval_links: rows });
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

/** Covers that users set for themselves await approval. */
export function requireCoverApproval({ database }: InitialState): void {
  database.rows(
    "UPDATE show_settings SET settings = json_set(settings, '$.coversNeedApproval', json('true'))",
  );
}

/**
 * One vote per flow, for the documents in approval, too; Abel is also on the second step, and Lena on the first one of her
 * department.
 */
export function requireOneVotePerFlow({ database }: InitialState): void {
  database.rows("UPDATE show_settings SET settings = json_set(settings, '$.oneVotePerFlow', json('true'))");
  database.rows('UPDATE workflows SET one_vote_per_flow = 1 WHERE is_latest = 1');
  database.rows(`INSERT INTO department_members (show_id, department_id, user_id)
    SELECT show_id, department_id, 'lena' FROM department_members WHERE user_id = 'abel'`);
  for (const [user, kind] of [
    ['abel', 'STANDARD'],
    ['lena', 'DEPARTMENT'],
  ] as const) {
    const isShared = "s.kind = ? AND s.step_order = iif(s.kind = 'STANDARD', 2, 1)";
    database.rows(
      `INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position)
       SELECT s.show_id, s.id, ?, 9 FROM workflow_template_steps s WHERE ${isShared}`,
      user,
      kind,
    );
    database.rows(
      `INSERT INTO workflow_step_approvers (show_id, step_id, user_id, document_id, name, initials, position)
       SELECT s.show_id, s.id, ?, w.document_id, ?, ?, 9 FROM workflow_steps s
         JOIN workflows w ON w.id = s.workflow_id AND w.is_latest = 1 WHERE ${isShared}`,
      user,
      `${user} Stone`,
      user.slice(0, 2),
      kind,
    );
  }
  database.rows(`INSERT INTO waiting_approvals (show_id, user_id, type, document_id, step_id, since)
    SELECT w.show_id, 'lena', w.type, w.document_id, w.step_id, w.since FROM waiting_approvals w
      JOIN workflow_steps s ON s.id = w.step_id AND s.kind = 'DEPARTMENT' WHERE w.user_id = 'abel'`);
}

/** Only Abel and Lena remain for the two votes of the second step: it escalates at once (COV-22). */
export function letFewVote({ database }: InitialState, backupId: string | null): void {
  const isSecond = "kind = 'STANDARD' AND step_order = 2";
  for (const [steps, approvers, isOpen] of [
    ['workflow_template_steps', 'workflow_template_approvers', ''],
    ['workflow_steps', 'workflow_step_approvers', "AND status = 'PENDING'"],
  ] as const) {
    database.rows(`UPDATE ${steps} SET backup_id = ? WHERE ${isSecond}`, backupId);
    database.rows(`DELETE FROM ${approvers} WHERE user_id IN ('luis', 'lara')
      AND step_id IN (SELECT id FROM ${steps} WHERE ${isSecond} ${isOpen})`);
  }
  database.rows("DELETE FROM waiting_approvals WHERE user_id IN ('luis', 'lara')");
  database.rows(
    `UPDATE documents SET reminder_due_at = ? WHERE current_step_id IN (SELECT id FROM workflow_steps WHERE ${isSecond})`,
    iso(startTime),
  );
}

/** Sol and Hugo approve all orders in approval on a third step, as those of a higher total. */
export function addThirdStep({ database }: InitialState): void {
  for (const table of ['workflow_template_steps', 'workflow_steps'])
    database.rows(`UPDATE ${table} SET amount_limit_cents = 1 WHERE kind = 'STANDARD' AND step_order = 2`);
  database.rows(
    `UPDATE workflows SET final_order = 3 WHERE is_latest = 1 AND current_order IS NOT NULL
       AND EXISTS (SELECT 1 FROM workflow_steps s WHERE s.workflow_id = workflows.id AND s.step_order = 3)`,
  );
}
