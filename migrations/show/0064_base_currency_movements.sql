-- Documents with stored rates or tax terms count in the base currency and with tax from now on. They are recounted in the
-- background.
UPDATE show_settings SET counted_to = '' WHERE show_id IN (SELECT show_id FROM currency_changes);
