-- Who made a decision under a cover, and on which copy of the approval flow: they keep seeing the document like its
-- approvers, after the cover has ended, too (COV-25).
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
  WHERE c.user_id IS NOT NULL AND w.is_latest = 1
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
    WHERE c.workflow_id = new.id AND c.user_id IS NOT NULL
    ON CONFLICT DO NOTHING;
END;
