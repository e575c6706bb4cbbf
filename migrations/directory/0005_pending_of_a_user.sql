-- A user's row is changed by looking for the sign-ins that refer to it: by this, and not through all of them.
CREATE INDEX pending_sign_ins_of_user ON pending_sign_ins (user_id) WHERE user_id IS NOT NULL;
