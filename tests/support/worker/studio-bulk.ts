import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk';
import { as } from './studio-client.ts';
import type { Answer } from './studio-client.ts';
import { bookPayment, readPayment, submittedPayments } from './studio-payments.ts';
import type { PersonName } from './studio-rows.ts';

let names = 0;
export const many = (count: number, own: Parameters<typeof bookPayment>[1] = {}) =>
  submittedPayments(...Array.from({ length: count }, () => bookPayment(`bulk-${(names += 1)}`, own)));
export const picks = (name: PersonName, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { workflow, contentVersion } = await readPayment(name, id);
      return { id, workflowStepId: workflow?.currentStep?.id ?? 'none', contentVersion };
    }),
  );
export type Told = BulkProgress & { code?: string };
export const start = (
  name: PersonName,
  body: Record<string, unknown>,
  headers: HeadersInit = {},
): Promise<Answer<Told>> =>
  as(name).post<Told>(
    '/api/workflows/bulk-approval/',
    { showId: 'alpha1', timeZone: 'UTC', ...body },
    headers,
  );
export const path = (runId: string) => `/api/workflows/bulk-approval/${runId}?showId=alpha1`;
export const look = async (name: PersonName, runId: string) =>
  (await as(name).get<BulkRun>(path(runId))).body;
export const retry = (name: PersonName, runId: string) =>
  as(name).post<Told>(`/api/workflows/bulk-approval/${runId}/retry?showId=alpha1`);
export const statuses = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await readPayment('ada', id)).status));
