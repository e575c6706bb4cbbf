import type { Locator, Page } from '@playwright/test';
import type { TemplateBody, WorkflowTemplate } from '../../../domain/workflow-template.ts';
import { freshName } from './fresh.ts';
import { showId } from './person.ts';
import type { Person } from './person.ts';
import { expect } from './product.ts';

/** Each type of flow with its tab and the path of its calls. */
export const flowKinds = [
  {
    tab: 'purchase-orders',
    text: 'Purchase Orders',
    type: 'PURCHASE_ORDER',
    path: '/api/purchase-order-workflow-template',
  },
  { tab: 'invoices', text: 'Invoices', type: 'INVOICE', path: '/api/invoice-workflow-template' },
  { tab: 'payments', text: 'Payments', type: 'PAYMENT', path: '/api/payment-workflow-template' },
] as const;
type Tab = (typeof flowKinds)[number]['tab'];

export const flowsPath = '/setup/shows/workflows';

/** A flow of this test alone, and never the default of its type: nobody else's documents take it. */
export async function ownFlow(
  api: Person,
  tab: Tab,
  over: Partial<TemplateBody> = {},
): Promise<WorkflowTemplate> {
  const kind = flowKinds.find((one) => one.tab === tab);
  return api.post<WorkflowTemplate>(kind?.path ?? '', {
    showId,
    name: freshName('Second unit'),
    steps: [{ name: 'Line producer', approvers: [{ userId: 'user-priya-raman' }] }],
    ...over,
  });
}

export async function storedFlow(api: Person, name: string): Promise<WorkflowTemplate> {
  const all = await api.get<WorkflowTemplate[]>(`/api/workflow-template?showId=${showId}`);
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`There is no flow ${name}`);
  return found;
}

/** Opens the form of a flow. */
export async function openFlow(
  page: Page,
  tab: Tab,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await page.goto(`${flowsPath}/${tab}/${id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** The fields of the nth step, from 1 on. */
export function stepAt(page: Page, order: number): Locator {
  return page.getByRole('group', { name: `Step ${order}`, exact: true });
}
