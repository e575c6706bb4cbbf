import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { files } from '#store/show/tables/document-tables';
import { replacedTerms } from '#store/show/tables/evidence-tables';
import { companies } from '#store/show/tables/reference-tables';

const allTerms = prepareRead(({ db, showId }) => [
  db
    .select({
      projectCompanyExternalId: companies.projectCompanyExternalId,
      name: companies.name,
      termsFileId: companies.termsFileId,
      termsLabel: companies.termsLabel,
    })
    .from(companies)
    .where(eq(companies.showId, showId))
    .orderBy(companies.name),
]);

/** The terms of each company that are sent with its purchase orders, by company name (MG-21). */
export const companyTermsQuery = (source: Source) => mapQuery(allTerms(source, {}), ([rows]) => rows);

export type CompanyTermsRow = RowOf<ReturnType<typeof companyTermsQuery>>[number];

/**
 * Replaces the terms of one company. The former file becomes free, unless another company uses it too, or an order was
 * approved under it.
 */
export function replaceTerms(
  { db, showId }: ShowStore,
  projectCompanyExternalId: string,
  terms: { termsFileId: string | null; termsLabel: string | null },
  now: string,
): Write[] {
  const isCompany = and(
    eq(companies.showId, showId),
    eq(companies.projectCompanyExternalId, projectCompanyExternalId),
  );
  const ofCompany = sql`show_id = ${showId} AND project_company_external_id = ${projectCompanyExternalId}`;
  return [
    // Terms under which an order was approved are kept for that version, even when there were none (DEC-53).
    sql`INSERT INTO replaced_terms (show_id, project_company_external_id, replaced_at, file_id)
      SELECT show_id, project_company_external_id, ${now}, terms_file_id FROM companies
      WHERE ${ofCompany} AND EXISTS (SELECT 1 FROM approval_history h WHERE h.show_id = ${showId}
        AND h.snapshot ->> '$.header.projectCompanyExternalId' = ${projectCompanyExternalId}
        AND h.created_at > coalesce((SELECT max(replaced_at) FROM replaced_terms WHERE ${ofCompany}), ''))
      ON CONFLICT DO NOTHING`,
    sql`UPDATE files SET linked_at = NULL WHERE show_id = ${showId} AND owner_kind = 'company'
      AND id = (SELECT terms_file_id FROM companies WHERE show_id = ${showId}
        AND project_company_external_id = ${projectCompanyExternalId})
      AND id IS NOT ${terms.termsFileId}
      AND NOT EXISTS (SELECT 1 FROM companies c WHERE c.show_id = ${showId} AND c.terms_file_id = files.id
        AND c.project_company_external_id <> ${projectCompanyExternalId})
      AND NOT EXISTS (SELECT 1 FROM replaced_terms r WHERE r.show_id = ${showId} AND r.file_id = files.id)`,
    db.update(companies).set(terms).where(isCompany),
  ];
}

/** Changes the label of the terms that a company has. Does nothing when they were replaced meanwhile. */
export function renameTerms(
  { db, showId }: ShowStore,
  projectCompanyExternalId: string,
  { termsFileId, termsLabel }: { termsFileId: string; termsLabel: string | null },
): Write {
  return db
    .update(companies)
    .set({ termsLabel })
    .where(
      and(
        eq(companies.showId, showId),
        eq(companies.projectCompanyExternalId, projectCompanyExternalId),
        eq(companies.termsFileId, termsFileId),
      ),
    );
}

/** Deletes files of companies that no company uses any more. Returns their ids; their bytes can be removed. */
export async function deleteReplacedFiles(
  { db, showId }: ShowStore,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .delete(files)
    .where(
      and(
        eq(files.showId, showId),
        eq(files.ownerKind, 'company'),
        inArray(files.id, inList(ids)),
        sql`NOT EXISTS (SELECT 1 FROM companies c WHERE c.show_id = files.show_id AND c.terms_file_id = files.id)`,
        sql`NOT EXISTS (SELECT 1 FROM replaced_terms r WHERE r.show_id = files.show_id AND r.file_id = files.id)`,
        sql`NOT EXISTS (SELECT 1 FROM erased_files e WHERE e.show_id = files.show_id AND e.file_id = files.id)`,
      ),
    )
    .returning({ id: files.id });
  return rows.map((row) => row.id);
}

/** The terms that a company had at an instant, if they were replaced since; undefined: it still has them. */
export async function readReplacedTerms(
  { db, showId }: ShowStore,
  projectCompanyExternalId: string,
  at: string,
): Promise<{ fileId: string | null } | undefined> {
  const rows = await db
    .select({ fileId: replacedTerms.fileId })
    .from(replacedTerms)
    .where(
      and(
        eq(replacedTerms.showId, showId),
        eq(replacedTerms.projectCompanyExternalId, projectCompanyExternalId),
        gt(replacedTerms.replacedAt, at),
      ),
    )
    .orderBy(asc(replacedTerms.replacedAt))
    .limit(1);
  return rows[0];
}
