import { and, eq, sql } from 'drizzle-orm';
import type { TemplateType } from '#domain/document';
import type { ShowStore, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { workflowTemplates } from '#store/show/tables/workflow-tables';
import { showSettings } from '#store/show/tables/reference-tables';

export type SettingsRow = typeof showSettings.$inferSelect;

const settings = prepareRead(({ db, showId }) => [
  db.select().from(showSettings).where(eq(showSettings.showId, showId)).limit(1),
]);

/** The settings as stored; null when none were ever stored. */
export const settingsQuery = (source: Source): Query<SettingsRow | null> =>
  mapQuery(settings(source, {}), ([rows]) => rows[0] ?? null);

/**
 * Merges settings into the stored ones in one statement, so that concurrent changes of different settings are both
 * kept. Returns all settings.
 */
export async function mergeSettings(
  store: ShowStore,
  changes: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const rows = await mergedSettings(store, changes).returning({ settings: showSettings.settings });
  return rows[0]?.settings ?? {};
}

/** The statement of `mergeSettings`, for a batch. */
export function mergedSettings({ db, showId }: ShowStore, changes: Readonly<Record<string, unknown>>) {
  return db
    .insert(showSettings)
    .values({ showId, settings: { ...changes } })
    .onConflictDoUpdate({
      target: showSettings.showId,
      set: { settings: sql`json_patch(${showSettings.settings}, ${JSON.stringify(changes)})` },
    });
}

export type DefaultWorkflows = Partial<
  Pick<
    SettingsRow,
    'defaultPurchaseOrderWorkflowId' | 'defaultInvoiceWorkflowId' | 'defaultPaymentWorkflowId'
  >
>;

export async function setDefaultWorkflows(
  { db, showId }: ShowStore,
  workflows: DefaultWorkflows,
): Promise<void> {
  await db
    .insert(showSettings)
    .values({ showId, ...workflows })
    .onConflictDoUpdate({ target: showSettings.showId, set: workflows });
}

/** The type of a workflow template of this show; null when the show has no such template. */
export async function readTemplateType({ db, showId }: ShowStore, id: string): Promise<TemplateType | null> {
  const rows = await db
    .select({ type: workflowTemplates.templateType })
    .from(workflowTemplates)
    .where(and(eq(workflowTemplates.showId, showId), eq(workflowTemplates.id, id)))
    .limit(1);
  return rows[0]?.type ?? null;
}
