import { expect } from 'vitest';
import type { TemplateBody, WorkflowTemplate } from '#domain/workflow/workflow-template';
import { as } from './studio-client.ts';
import type { Answer } from './studio-client.ts';
import type { PersonName } from './studio-rows.ts';

/** The path of each type's templates. */
export const paths = {
  PURCHASE_ORDER: '/api/purchase-order-workflow-template',
  INVOICE: '/api/invoice-workflow-template',
  PAYMENT: '/api/payment-workflow-template',
} as const;
export type Type = keyof typeof paths;

export type TemplateAnswer = Answer<
  WorkflowTemplate & { code?: string; message?: string; errors?: string[] }
>;
type Step = TemplateBody['steps'][number];

/** One level without a limit, decided by any of these. */
export function level(approvers: readonly PersonName[], own: Partial<Step> = {}): Step {
  return { approvers: approvers.map((userId) => ({ userId })), ...own };
}

let names = 0;

/** A flow that the first show accepts, under a name of its own: Lena decides. */
export function aFlow(own: Partial<TemplateBody> = {}): TemplateBody {
  names += 1;
  return { showId: 'alpha1', name: `Flow number ${names}`, steps: [level(['lena'])], ...own };
}

export function post(type: Type, body: TemplateBody, name: PersonName = 'ada', headers: HeadersInit = {}) {
  return as(name).post<TemplateAnswer['body']>(paths[type], body, headers);
}

export async function added(type: Type, own: Partial<TemplateBody> = {}): Promise<WorkflowTemplate> {
  const answer = await post(type, aFlow(own));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export function put(
  template: Pick<WorkflowTemplate, 'id' | 'templateType'>,
  body: TemplateBody,
  name: PersonName = 'ada',
  headers: HeadersInit = {},
) {
  return as(name).put<TemplateAnswer['body']>(
    `${paths[template.templateType]}/${template.id}`,
    body,
    headers,
  );
}

export function get(type: Type, id: string, name: PersonName = 'ada') {
  return as(name).get<TemplateAnswer['body']>(`${paths[type]}/${id}`);
}

/** What a PUT of the template as it stands sends. */
export function bodyOf({
  showId,
  name,
  version,
  steps,
  paymentBankAccounts,
}: WorkflowTemplate): TemplateBody {
  return { showId, name, version, steps, paymentBankAccounts };
}

/** Status, code and what is wrong of a refusal. */
export const refusal = ({ status, body }: TemplateAnswer) => [status, body.code, ...(body.errors ?? [])];
