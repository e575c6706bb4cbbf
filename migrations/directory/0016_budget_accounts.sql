-- The ranges of accounts whose budget a member may see, as JSON; null for all accounts (DEC-216).
ALTER TABLE memberships ADD COLUMN budget_accounts TEXT;
