import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Milestone } from '#domain/document';
import { parseSettings } from '#domain/settings';
import type { Source } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';

/**
 * Whether a PO's number is readable for a user who may read numbers from this milestone on; null: from the milestone of
 * the show's settings (DEC-17).
 */
export function numberReadable({ showId }: Pick<Source, 'showId'>, milestone: Milestone | null): SQL {
  const { displayPoNumbers } = parseSettings(null);
  const ofShow = sql`coalesce((SELECT settings ->> 'displayPoNumbers' FROM show_settings WHERE show_id = ${showId}),
    ${displayPoNumbers})`;
  return sql`EXISTS (SELECT 1 FROM json_each(${documents.milestones})
    WHERE value IN (${milestone ?? ofShow}, 'FULL_APPROVAL'))`;
}
