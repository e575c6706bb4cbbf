import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/**
 * The SQL of `usedVoteUserIds` in `domain/workflow/one-vote.ts`: whether a user has voted on a step of a workflow with
 * one vote per flow, for themselves or on behalf of another, or has a vote on their behalf (COV-20).
 */
export function hasUsedVote(workflowId: SQL, userId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM workflows x CROSS JOIN workflow_steps y CROSS JOIN step_approvals z
    WHERE x.id = ${workflowId} AND x.one_vote_per_flow = 1 AND y.show_id = x.show_id AND y.workflow_id = x.id
      AND z.show_id = x.show_id AND z.step_id = y.id AND z.dropped_at IS NULL
      AND ${userId} IN (z.user_id, z.cast_by ->> '$.userId'))`;
}
