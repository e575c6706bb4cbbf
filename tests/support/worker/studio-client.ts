import { expect } from 'vitest';
import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { sessionTimes } from '#middleware/session';
import { beginSession } from '#verbs/identity/start-session';
import type { ActionResult } from '#verbs/approval/workflow-action';
import { fetchWorker, origin, password, studioEnv } from './studio.ts';
import { inShow, showIds } from './studio-rows.ts';
import type { PersonName } from './studio-rows.ts';

/** An answer with its body read; JSON when it is JSON, else text. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Signed {
  token: string;
  csrfToken: string;
  keySalt: string;
}

let addresses = 0;

/** The sign-in page's own form, from an address of its own so that the limit per address does not meet. */
export function signInWith(form: Record<string, string>, headers: HeadersInit = {}): Promise<Response> {
  addresses += 1;
  return fetchWorker(
    new Request(`${origin}/api/auth/login`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'cf-connecting-ip': `10.0.0.${addresses}`, origin, ...headers },
    }),
  );
}

/** The value of the session cookie that an answer sets. */
export function tokenIn(response: Response): string {
  const [, token] = /session-token=([^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  return token ?? '';
}

/** A new session, made through the sign-in page. */
export async function signIn(name: PersonName): Promise<Signed> {
  const response = await signInWith({ username: `${name}@backlot.example`, password });
  expect(response.status).toBe(303);
  return signedWith(tokenIn(response));
}

async function openSession(name: PersonName): Promise<Signed> {
  const now = new Date().toISOString();
  const { expirationTime } = sessionTimes(now, now);
  const arrival = { now, expiresAt: expirationTime, formerToken: null, userAgent: '' };
  return signedWith(await beginSession(studioEnv, name, arrival, { by: 'password' }));
}

async function signedWith(token: string): Promise<Signed> {
  const context = await fetchWorker(
    new Request(`${origin}/api/sessions/login-context`, {
      headers: { cookie: `__Host-session-token=${token}` },
    }),
  );
  const { csrfToken, keySalt } = await context.json<{ csrfToken: string; keySalt: string }>();
  return { token, csrfToken, keySalt };
}

const sessions = new Map<PersonName, Promise<Signed>>();

/** The session of somebody who is signed in; comparing a password for each would take most of a test's time. */
export function sessionOf(name: PersonName): Promise<Signed> {
  const known = sessions.get(name) ?? openSession(name);
  sessions.set(name, known);
  return known;
}

async function answerOf<Body>(response: Response): Promise<Answer<Body>> {
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : text) as Body,
  };
}

export interface UploadedFile {
  name: string;
  bytes: string | Uint8Array<ArrayBuffer>;
}

/** A browser of one person: carries cookie and CSRF token, and gives every POST an `Idempotency-Key`. */
export function as(name: PersonName, session: Promise<Signed> = sessionOf(name)) {
  async function send<Body>(method: string, path: string, body?: unknown, headers: HeadersInit = {}) {
    const { token, csrfToken } = await session;
    const all = new Headers({ cookie: `__Host-session-token=${token}`, 'x-csrf-token': csrfToken });
    if (method === 'POST') all.set('idempotency-key', crypto.randomUUID());
    if (body !== undefined && !(body instanceof FormData)) all.set('content-type', 'application/json');
    new Headers(headers).forEach((value, key) => {
      all.set(key, value);
    });
    const payload = body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body);
    // As a browser does of its own accord.
    if (typeof payload === 'string')
      all.set('content-length', String(new TextEncoder().encode(payload).length));
    return answerOf<Body>(
      await fetchWorker(new Request(`${origin}${path}`, { method, headers: all, body: payload })),
    );
  }
  return {
    get: <Body = Record<string, unknown>>(path: string, headers?: HeadersInit) =>
      send<Body>('GET', path, undefined, headers),
    post: <Body = Record<string, unknown>>(path: string, body?: unknown, headers?: HeadersInit) =>
      send<Body>('POST', path, body, headers),
    put: <Body = Record<string, unknown>>(path: string, body?: unknown, headers?: HeadersInit) =>
      send<Body>('PUT', path, body, headers),
    patch: <Body = Record<string, unknown>>(path: string, body?: unknown) => send<Body>('PATCH', path, body),
    delete: <Body = Record<string, unknown>>(path: string, body?: unknown) =>
      send<Body>('DELETE', path, body),
    upload: (file: UploadedFile, { showId = 'alpha1', owner = 'po', headers = {} as HeadersInit } = {}) => {
      const form = new FormData();
      form.set('file', new File([file.bytes], file.name));
      return send<{ attachmentId: string; label: string; created: string; code?: string }>(
        'POST',
        `/files/${owner}/attachment?showId=${showId}`,
        form,
        headers,
      );
    },
  };
}

type DraftBody = Partial<Record<keyof PurchaseOrderDraft, unknown>>;

/** A purchase order that the show accepts: 3 sofas at 100.00 for the art department. */
export function aDraft(own: DraftBody = {}, showId: string = showIds.alpha): DraftBody {
  const ids = inShow(showId);
  return {
    showId,
    poDate: '2026-11-03',
    description: 'Set dressing',
    department: { id: ids.department('art'), name: 'Art' },
    category: { id: ids.category('props'), name: 'Props' },
    vendor: { id: ids.vendor('lumen'), name: 'Lumen Rentals' },
    vendorAddress: { id: ids.vendorAddress('lumen') },
    projectCompanyExternalId: 'pc1',
    currency: 'USD',
    projectCompanyCurrencyExternalId: 'usd1',
    billToAddressId: ids.address('office'),
    shipToAddressId: ids.address('stage'),
    lineItems: [aLine()],
    ...own,
  };
}

export function aLine(own: Record<string, unknown> = {}) {
  return {
    keyId: crypto.randomUUID(),
    description: 'Sofas',
    quantity: 3,
    unitCost: 100,
    coding: { ACCOUNT: '6100' },
    ...own,
  };
}

/** A line that makes the whole order cost `amount`. */
export function costing(amount: number): DraftBody {
  return { lineItems: [aLine({ quantity: 1, unitCost: amount })] };
}

/** Creates a draft and answers it. */
export async function create(
  name: PersonName,
  own: DraftBody = {},
  showId: string = showIds.alpha,
): Promise<PurchaseOrder> {
  const answer = await as(name).post<PurchaseOrder>('/api/pos', aDraft(own, showId));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** Creates a purchase order and sends it for approval. */
export async function submitted(
  name: PersonName,
  own: DraftBody = {},
  showId: string = showIds.alpha,
): Promise<PurchaseOrder> {
  const { id } = await create(name, own, showId);
  const answer = await as(name).put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

export interface ActionBody extends Partial<ActionResult> {
  code?: string;
  message?: string;
  approved?: boolean;
}

/** Approve, revise or void: by the current step of `po` unless `own` says otherwise. */
export function action(
  name: PersonName,
  word: 'approval' | 'revision' | 'void',
  po: Pick<PurchaseOrder, 'id' | 'showId'> & Partial<Pick<PurchaseOrder, 'workflow'>>,
  own: Record<string, unknown> = {},
): Promise<Answer<ActionBody>> {
  return as(name).post<ActionBody>(`/api/workflows/${word}`, {
    docId: po.id,
    docType: 'PO',
    showId: po.showId,
    workflowId: po.workflow?.id ?? null,
    workflowStepId: po.workflow?.currentStep?.id ?? null,
    ...own,
  });
}

export async function read(name: PersonName, id: string): Promise<PurchaseOrder> {
  const answer = await as(name).get<PurchaseOrder>(`/api/pos/${id}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Approves as each of `names` in turn, each at the step that he finds; answers the last one's answer. */
export async function approveAs(po: PurchaseOrder, ...names: PersonName[]): Promise<Answer<ActionBody>> {
  let answer: Answer<ActionBody> | null = null;
  for (const name of names) answer = await action(name, 'approval', await read(name, po.id));
  if (!answer) throw new Error('nobody approved');
  return answer;
}

/** An order of Dana's over this amount that went all its way. */
export async function approvedOrder(amount: number): Promise<PurchaseOrder> {
  const po = await submitted('dana', costing(amount));
  await approveAs(po, 'abel', 'lena', 'luis');
  return read('dana', po.id);
}
