import type { Locator } from 'vitest/browser';
import { Refusal } from '#domain/codes';
import { expect } from '../expect.ts';
import type { FakeApi } from '../api/fake-api.ts';
import { savedTemplate, template, templates } from '../fixtures/workflow-templates.ts';
import type { App, AppOptions } from '../open-app.ts';
import type { Page } from '../page.ts';
import { openSetup } from './setup.ts';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';

/** Each workflow type with its tab and the path of its calls. */
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

/** Fakes the routes of approval flows: saved flows are listed. Returns the list, which the test may change. */
export function serveFlows(
  api: FakeApi,
  stored: WorkflowTemplate[] = structuredClone([...templates]),
): WorkflowTemplate[] {
  const findFlow = (id: string | undefined) => {
    const flow = stored.find((one) => one.id === id);
    if (!flow) throw new Refusal('NOT_FOUND');
    return flow;
  };
  api.on('GET /api/workflow-template', () => stored);
  api.on('GET /api/payment-workflow-template/project-bank-accounts/:id', () =>
    stored.flatMap(({ paymentBankAccounts }) => paymentBankAccounts),
  );
  for (const { type, path } of flowKinds) {
    api.on(`GET ${path}/:id`, ({ params }) => findFlow(params['id']));
    api.on(`POST ${path}`, ({ body }) => {
      const created = savedTemplate(body, template(type, { version: 0 }));
      stored.push(created);
      return created;
    });
    api.on(`PUT ${path}/:id`, ({ params, body }) => {
      const previous = findFlow(params['id']);
      if (body.version !== previous.version) throw new Refusal('WORKFLOW_CONFLICT');
      const saved = savedTemplate(body, previous);
      stored.splice(stored.indexOf(previous), 1, saved);
      return saved;
    });
  }
  return stored;
}

export function openFlows(tab: Tab, options: AppOptions = {}): Promise<App> {
  return openSetup(`${flowsPath}?tab=${tab}`, 'Approval Flows', withFlows(options));
}

/** Opens the form of a stored approval flow. */
export function openFlow(tab: Tab, flow: WorkflowTemplate, options: AppOptions = {}): Promise<App> {
  return openSetup(`${flowsPath}/${tab}/${flow.id}`, flow.name, {
    ...options,
    api(fake, world) {
      serveFlows(fake, [flow, ...templates.filter(({ id }) => id !== flow.id)]);
      options.api?.(fake, world);
    },
  });
}

/** Opens the form of a new approval flow. */
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

/** The fields of a step. Steps count from 1. */
export function stepAt(page: Page, order: number): Locator {
  return page.getByRole('group', { name: `Step ${order}`, exact: true });
}

/** Returns the names of the steps in order. */
export function stepNames(page: Page): string[] {
  return page
    .getByLabel('Step name')
    .elements()
    .map((box) => String(Reflect.get(box, 'value')));
}

export async function addApprover(page: Page, order: number, name: string): Promise<void> {
  const step = stepAt(page, order);
  const box = step.getByRole('combobox', { name: 'Approvers' });
  // Focusing a field scrolls the page, which closes an open list. So the click comes first.
  await box.click();
  await box.fill(name);
  await page.getByRole('option', { name }).click();
  await expect(step.getByRole('row', { name })).toBeVisible();
}
