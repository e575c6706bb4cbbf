-- When a document arrived at its current step, in the show's local time with its offset; null when it is not in approval. `waited_days` are working days that had passed at the first step before the owner had the document back.
ALTER TABLE documents ADD COLUMN waiting_since TEXT;
ALTER TABLE documents ADD COLUMN waited_days INTEGER NOT NULL DEFAULT 0 CHECK (waited_days >= 0);

-- Only the documents in approval: the partial index of the workflows lists them. Their zone is the default one, in winter.
UPDATE documents SET waiting_since = strftime('%Y-%m-%dT%H:%M:%f', coalesce(
    (SELECT min(w.since) FROM waiting_approvals w WHERE w.show_id = documents.show_id AND w.document_id = documents.id),
    updated_at), '-8 hours') || '-08:00'
  WHERE id IN (SELECT document_id FROM workflows WHERE current_order IS NOT NULL) AND current_step_id IS NOT NULL;

-- The finished steps of the last 30 days, from which the usual durations are computed once a day.
CREATE TABLE step_durations (
  show_id TEXT NOT NULL,
  day TEXT NOT NULL,
  step_id TEXT NOT NULL,
  template_id TEXT NOT NULL,
  step_name TEXT NOT NULL,
  working_days INTEGER NOT NULL CHECK (working_days >= 0),
  PRIMARY KEY (show_id, day, step_id)
) STRICT, WITHOUT ROWID;

ALTER TABLE show_settings ADD COLUMN usual_durations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(usual_durations));
ALTER TABLE show_settings ADD COLUMN usual_durations_day TEXT NOT NULL DEFAULT '';
