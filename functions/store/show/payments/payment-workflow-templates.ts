import { and, asc, eq } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import {
  bankAccounts,
  workflowTemplateBankAccounts,
  workflowTemplates,
} from '#store/show/tables/workflow-tables';
import { showSettings } from '#store/show/tables/reference-tables';
import type { PaymentTemplate } from '#domain/payments/payment-response';

const ofPayments = prepareRead(({ db, showId }) => [
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

/** The show's workflow templates for payments by name, each with the bank accounts that select it (DEC-44, API-107). */
export const paymentTemplatesQuery = (source: Source): Query<PaymentTemplate[]> =>
  mapQuery(ofPayments(source, {}), ([templates, accounts, settings]) =>
    templates.map(({ id, slug, name }) => ({
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
    })),
  );
