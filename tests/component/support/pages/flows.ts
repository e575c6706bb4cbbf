import type { Locator } from 'vitest/browser';
import { Refusal } from '#domain/codes';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template';
import { expect } from '../expect.ts';
import type { FakeApi } from '../api/fake-api.ts';
import { savedTemplate, template, templates } from '../fixtures/workflow-templates.ts';
import type { App, AppOptions } from '../open-app.ts';
import type { Page } from '../page.ts';
import { openSetup } from './setup.ts';

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

/** Answers the management of approval flows: what is saved is listed from then on. Returns the list, which the test may change. */
export function serveFlows(
  api: FakeApi,
  kept: WorkflowTemplate[] = structuredClone([...templates]),
): WorkflowTemplate[] {
  const found = (id: string | undefined) => {
    const flow = kept.find((one) => one.id === id);
    if (!flow) throw new Refusal('NOT_FOUND');
    return flow;
  };
  api.on('GET /api/workflow-template', () => kept);
  api.on('GET /api/payment-workflow-template/project-bank-accounts/:id', () =>
    kept.flatMap(({ paymentBankAccounts }) => paymentBankAccounts),
  );
  for (const { type, path } of flowKinds) {
    api.on(`GET ${path}/:id`, ({ params }) => found(params['id']));
    api.on(`POST ${path}`, ({ body }) => {
      const made = savedTemplate(body, template(type, { version: 0 }));
      kept.push(made);
      return made;
    });
    api.on(`PUT ${path}/:id`, ({ params, body }) => {
      const before = found(params['id']);
      if (body.version !== before.version) throw new Refusal('WORKFLOW_CONFLICT');
      const saved = savedTemplate(body, before);
      kept.splice(kept.indexOf(before), 1, saved);
      return saved;
    });
  }
  return kept;
}

export function openFlows(tab: Tab, options: AppOptions = {}): Promise<App> {
  return openSetup(`${flowsPath}?tab=${tab}`, 'Approval Flows', withFlows(options));
}

/** Opens the form of a flow that the show has, or of one of the fixtures. */
export function openFlow(tab: Tab, flow: WorkflowTemplate, options: AppOptions = {}): Promise<App> {
  return openSetup(`${flowsPath}/${tab}/${flow.id}`, flow.name, {
    ...options,
    api(fake, world) {
      serveFlows(fake, [flow, ...templates.filter(({ id }) => id !== flow.id)]);
      options.api?.(fake, world);
    },
  });
}

/** Opens the form of a flow that is to be made. */
export function openNewFlow(tab: Tab, options: AppOptions = {}): Promise<App> {
  return openSetup(`${flowsPath}/${tab}/create`, 'New Approval Flow', withFlows(options));
}

function withFlows(options: AppOptions): AppOptions {
  return {
    ...options,
    api(fake, world) {
      serveFlows(fake);
      options.api?.(fake, world);
    },
  };
}

/** The fields of the nth step, from 1 on. */
export function stepAt(page: Page, order: number): Locator {
  return page.getByRole('group', { name: `Step ${order}`, exact: true });
}

/** What the steps are called, from the first to the last. */
export function stepNames(page: Page): string[] {
  return page
    .getByLabel('Step name')
    .elements()
    .map((box) => String(Reflect.get(box, 'value')));
}

export async function addApprover(page: Page, order: number, name: string): Promise<void> {
  const step = stepAt(page, order);
  const box = step.getByRole('combobox', { name: 'Approvers' });
  // The page scrolls to a field that is entered; a list that is open by then would close.
  await box.click();
  await box.fill(name);
  await page.getByRole('option', { name }).click();
  await expect(step.getByRole('row', { name })).toBeVisible();
}
