import { and, asc, eq } from 'drizzle-orm';
import type { PaymentTemplate } from '#domain/payments/payment';
import type { ShowStore } from '#store/d1/open';
import {
  bankAccounts,
  workflowTemplateBankAccounts,
  workflowTemplates,
} from '#store/show/tables/workflow-tables';
import { showSettings } from '#store/show/tables/reference-tables';

/** The show's payment flows by name, each with the bank accounts that choose it (DEC-44, API-107). */
export async function readPaymentTemplates({ db, showId }: ShowStore): Promise<PaymentTemplate[]> {
  const [templates, accounts, settings] = await db.batch([
    db
      .select()
      .from(workflowTemplates)
      .where(and(eq(workflowTemplates.showId, showId), eq(workflowTemplates.templateType, 'PAYMENT')))
      .orderBy(asc(workflowTemplates.name), asc(workflowTemplates.id)),
    db
      .select({ templateId: workflowTemplateBankAccounts.templateId, account: bankAccounts })
      .from(workflowTemplateBankAccounts)
      .innerJoin(bankAccounts, eq(bankAccounts.id, workflowTemplateBankAccounts.bankAccountId))
      .where(eq(workflowTemplateBankAccounts.showId, showId))
      .orderBy(asc(bankAccounts.name)),
    db
      .select({ id: showSettings.defaultPaymentWorkflowId })
      .from(showSettings)
      .where(eq(showSettings.showId, showId))
      .limit(1),
  ]);
  return templates.map(({ id, slug, name }) => ({
    id,
    slug,
    name,
    templateType: 'PAYMENT',
    isDefault: id === settings[0]?.id,
    paymentBankAccounts: accounts
      .filter(({ templateId }) => templateId === id)
      .map(({ account }) => ({
        id: account.id,
        externalId: account.externalId,
        name: account.name,
        isoCurrencyCode: account.isoCurrencyCode,
      })),
  }));
}
