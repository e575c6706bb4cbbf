-- Whoever owns what was sent back is told of it on every page: it is found without a walk through all that he owns.
CREATE INDEX documents_to_revise ON documents (show_id, owner_id, type) WHERE submission_status = 'Needs revision';
