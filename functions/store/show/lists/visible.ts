import { eq, inArray, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';

/**
 * The condition for rows of `documents` that are visible; undefined: all of the show. Departments are those of the user
 * at present.
 */
export function visible({ showId }: Pick<Source, 'showId'>, visibility: Visibility): SQL | undefined {
  switch (visibility.kind) {
    case 'ALL':
      return undefined;
    case 'OWN':
      return or(eq(documents.creatorId, visibility.userId), eq(documents.ownerId, visibility.userId));
    case 'DEPARTMENTS':
      return or(
        eq(documents.creatorId, visibility.userId),
        eq(documents.ownerId, visibility.userId),
        inArray(
          documents.departmentId,
          sql`(SELECT department_id FROM department_members
            WHERE show_id = ${showId} AND user_id = ${visibility.userId} AND is_active = 1)`,
        ),
      );
    case 'WORKFLOW':
      return sql`EXISTS (SELECT 1 FROM document_approvers a
        WHERE a.show_id = ${showId} AND a.document_id = ${documents.id} AND a.user_id = ${visibility.userId})`;
  }
}

/**
 * The condition for rows that any of the visibilities shows, for callers without a persona; undefined: all of the show.
 */
export function visibleInAnyPersona(
  store: Pick<Source, 'showId'>,
  visibilities: readonly Visibility[],
): SQL | undefined {
  if (visibilities.some(({ kind }) => kind === 'ALL')) return undefined;
  return or(...visibilities.map((visibility) => visible(store, visibility)));
}
