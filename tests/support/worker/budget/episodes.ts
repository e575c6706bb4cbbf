import { sql } from '../fixtures/studio.ts';

/** Gives the charts of the first show and of its accounting two episodes, and an account below set dressing. */
export async function openEpisodes(): Promise<void> {
  await sql.alpha`INSERT INTO account_fields (show_id, part_config_id, config_type, header, position, updated_at)
    VALUES ('alpha1', 'epi', 'EPISODE', 'Episode', 3, '2026-01-01T00:00:00.000Z')`;
  await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order,
      rollup_account_part_id)
    VALUES ('alpha1', 'epi', 'epi-103', '103', 'The Harbor', 1, NULL), ('alpha1', 'epi', 'epi-104', '104', 'The Fire', 2, NULL),
      ('alpha1', 'acc', 'acc-6110', '6110', 'Flowers', 2, 'acc-6100')`;
  await sql.ledger`INSERT OR REPLACE INTO coa_parts (license, account_part_id, part_config_id, id_code, description,
      part_order, rollup_account_part_id)
    SELECT license, new.value ->> 'id', part_config_id, new.value ->> 'code', '', 9, NULL
    FROM coa_fields JOIN json_each('[{"id":"epi-103","code":"103"},{"id":"epi-104","code":"104"},{"id":"acc-6110","code":"6110"}]') new
    WHERE new.value ->> 'id' LIKE part_config_id || '-%'`;
}
