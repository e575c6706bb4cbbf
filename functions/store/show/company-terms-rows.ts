import { and, eq, inArray, sql } from 'drizzle-orm';
import { among } from '../among.ts';
import type { ShowStore, Write } from '../open.ts';
import { files } from './document-tables.ts';
import { companies } from './reference-tables.ts';

/** MG-21: what goes with the purchase orders of each company. */
export async function readCompanyTerms({ db, showId }: ShowStore) {
  return db
    .select({
      projectCompanyExternalId: companies.projectCompanyExternalId,
      name: companies.name,
      termsFileId: companies.termsFileId,
      termsLabel: companies.termsLabel,
    })
    .from(companies)
    .where(eq(companies.showId, showId))
    .orderBy(companies.name);
}

export type CompanyTermsRow = Awaited<ReturnType<typeof readCompanyTerms>>[number];

/** The terms of one company from now on; a file that it let go belongs to nobody, unless another company has it too. */
export function replaceTerms(
  { db, showId }: ShowStore,
  projectCompanyExternalId: string,
  terms: { termsFileId: string | null; termsLabel: string | null },
): Write[] {
  const own = and(
    eq(companies.showId, showId),
    eq(companies.projectCompanyExternalId, projectCompanyExternalId),
  );
  return [
    sql`UPDATE files SET linked_at = NULL WHERE show_id = ${showId} AND owner_kind = 'company'
      AND id = (SELECT terms_file_id FROM companies WHERE show_id = ${showId}
        AND project_company_external_id = ${projectCompanyExternalId})
      AND id IS NOT ${terms.termsFileId}
      AND NOT EXISTS (SELECT 1 FROM companies c WHERE c.show_id = ${showId} AND c.terms_file_id = files.id
        AND c.project_company_external_id <> ${projectCompanyExternalId})`,
    db.update(companies).set(terms).where(own),
  ];
}

/** Another label for the terms that a company has; when they were replaced meanwhile, nothing is to be labelled. */
export function relabelTerms(
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

/** Removes files of companies that no company holds any more; answers their ids, whose bytes may go now. */
export async function deleteSuperseded({ db, showId }: ShowStore, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(files)
    .where(
      and(
        eq(files.showId, showId),
        eq(files.ownerKind, 'company'),
        inArray(files.id, among(ids)),
        sql`NOT EXISTS (SELECT 1 FROM companies c WHERE c.show_id = files.show_id AND c.terms_file_id = files.id)`,
      ),
    )
    .returning({ id: files.id });
  return rows.map((row) => row.id);
}
