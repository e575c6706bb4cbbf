-- Who made a decision under a cover, and on which copy of the approval flow: until the cover ends they see the document
-- like its approvers (COV-25).
ALTER TABLE cover_decisions ADD COLUMN user_id TEXT;
ALTER TABLE cover_decisions ADD COLUMN workflow_id TEXT REFERENCES workflows (id);
CREATE INDEX cover_decisions_by_workflow ON cover_decisions (workflow_id);

UPDATE cover_decisions SET
  user_id = (SELECT e.actor_id FROM document_events e
    WHERE e.document_id = cover_decisions.document_id AND e.seq = cover_decisions.event_seq),
  workflow_id = (SELECT w.id FROM workflows w
    WHERE w.show_id = cover_decisions.show_id AND w.document_id = cover_decisions.document_id
      AND w.created_at <= cover_decisions.at
    ORDER BY w.created_at DESC LIMIT 1);
INSERT INTO document_approvers (show_id, document_id, user_id)
  SELECT c.show_id, c.document_id, c.user_id FROM cover_decisions c CROSS JOIN workflows w ON w.id = c.workflow_id
    CROSS JOIN covers v ON v.show_id = c.show_id AND v.id = c.cover_id
  WHERE c.user_id IS NOT NULL AND w.is_latest = 1 AND v.ended_at IS NULL AND v.end_mailed_at IS NULL
  ON CONFLICT DO NOTHING;

CREATE TRIGGER covered_decisions_listed AFTER INSERT ON cover_decisions WHEN new.user_id IS NOT NULL BEGIN
  INSERT INTO document_approvers (show_id, document_id, user_id)
    SELECT new.show_id, new.document_id, new.user_id FROM workflows w WHERE w.id = new.workflow_id AND w.is_latest = 1
    ON CONFLICT DO NOTHING;
END;

DROP TRIGGER flows_reinstated;
CREATE TRIGGER flows_reinstated AFTER UPDATE OF is_latest ON workflows WHEN old.is_latest = 0 AND new.is_latest = 1 BEGIN
  INSERT INTO document_approvers (show_id, document_id, user_id)
    SELECT new.show_id, new.document_id, a.user_id FROM workflow_steps s CROSS JOIN workflow_step_approvers a
    WHERE s.show_id = new.show_id AND s.workflow_id = new.id AND a.show_id = new.show_id AND a.step_id = s.id
    UNION SELECT new.show_id, new.document_id, c.user_id FROM cover_decisions c
      CROSS JOIN covers v ON v.show_id = c.show_id AND v.id = c.cover_id
    WHERE c.workflow_id = new.id AND c.user_id IS NOT NULL AND v.ended_at IS NULL AND v.end_mailed_at IS NULL
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER sight_ends_with_cover AFTER UPDATE OF ended_at, end_mailed_at ON covers
  WHEN (new.ended_at IS NOT NULL OR new.end_mailed_at IS NOT NULL)
    AND old.ended_at IS NULL AND old.end_mailed_at IS NULL BEGIN
  DELETE FROM document_approvers
    WHERE show_id = new.show_id
      AND (document_id, user_id) IN (SELECT c.document_id, c.user_id FROM cover_decisions c
        WHERE c.show_id = new.show_id AND c.cover_id = new.id)
      AND NOT EXISTS (SELECT 1 FROM workflows w CROSS JOIN workflow_steps s CROSS JOIN workflow_step_approvers a
        WHERE w.show_id = new.show_id AND w.document_id = document_approvers.document_id AND w.is_latest = 1
          AND s.show_id = new.show_id AND s.workflow_id = w.id
          AND a.show_id = new.show_id AND a.step_id = s.id AND a.user_id = document_approvers.user_id)
      AND NOT EXISTS (SELECT 1 FROM workflows w CROSS JOIN cover_decisions c CROSS JOIN covers v
        WHERE w.show_id = new.show_id AND w.document_id = document_approvers.document_id AND w.is_latest = 1
          AND c.workflow_id = w.id AND c.user_id = document_approvers.user_id
          AND v.show_id = c.show_id AND v.id = c.cover_id AND v.ended_at IS NULL AND v.end_mailed_at IS NULL);
END;
