-- After how many working days a step reminds its approvers, and after how many its backup approver is added. Null is never.
ALTER TABLE workflow_template_steps ADD COLUMN remind_after_days INTEGER CHECK (remind_after_days > 0);
ALTER TABLE workflow_template_steps ADD COLUMN escalate_after_days INTEGER CHECK (escalate_after_days > 0);
ALTER TABLE workflow_template_steps ADD COLUMN backup_id TEXT;
ALTER TABLE workflow_steps ADD COLUMN remind_after_days INTEGER;
ALTER TABLE workflow_steps ADD COLUMN escalate_after_days INTEGER;
ALTER TABLE workflow_steps ADD COLUMN backup_id TEXT;

-- When the current step next reminds or escalates, what it has sent during this wait, and when the approvers were nudged last.
ALTER TABLE documents ADD COLUMN reminder_due_at TEXT;
ALTER TABLE documents ADD COLUMN reminded_at TEXT;
ALTER TABLE documents ADD COLUMN escalated_at TEXT;
ALTER TABLE documents ADD COLUMN nudged_at TEXT;

-- Only documents that wait at a step that will still remind or escalate: the sweep reads those that are due.
CREATE INDEX documents_to_remind ON documents (reminder_due_at, show_id, id) WHERE reminder_due_at IS NOT NULL;
