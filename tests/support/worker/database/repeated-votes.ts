import { rowsOf } from '../fixtures/studio.ts';

/**
 * The users of whom two votes count in one flow with one vote per flow, given by them or on their behalf (COV-20). Votes
 * of one step count as two, too.
 */
export async function repeatedVotes(): Promise<string[]> {
  const rows = await rowsOf<{ document: string; person: string; votes: number }>(
    'alpha1',
    `WITH votes AS (
       SELECT a.document_id AS document, s.workflow_id AS flow, a.step_id || a.user_id || a.event_seq AS vote, a.user_id AS person, a.cast_by ->> 'userId' AS sender
       FROM step_approvals a JOIN workflow_steps s ON s.id = a.step_id
         JOIN workflows w ON w.id = s.workflow_id AND w.one_vote_per_flow = 1
       WHERE a.dropped_at IS NULL)
     SELECT document, person, count(*) AS votes FROM (
       SELECT document, flow, vote, person FROM votes
       UNION SELECT document, flow, vote, sender FROM votes WHERE sender IS NOT NULL)
     GROUP BY flow, person HAVING count(*) > 1`,
  );
  return rows.map(
    ({ document, person, votes }) => `${person} counts ${votes} times in the flow of ${document}`,
  );
}
