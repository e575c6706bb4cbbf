import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { isSameName } from '#domain/values/names';
import {
  ableToApprove,
  draftSteps,
  problemPath,
  slugFor,
  templateLevel,
  templateProblems,
} from '#domain/workflow/workflow-template';
import type { DraftStep, TemplateInput } from '#domain/workflow/workflow-template';
import { reasonOf } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import {
  changeTemplate,
  chooseDefault,
  insertTemplate,
  replaceAccounts,
  replaceSteps,
} from '#store/show/approval/workflow-templates';
import type { TemplateSet } from '#store/show/approval/workflow-templates';
import { insertOutbox } from '#store/show/documents/write-document';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requireStepFor } from './check-documents-in-progress.ts';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { RunJob } from '#verbs/outbox/dispatch';
import type { OutboxRow, RestartWorkflowJob } from '#verbs/outbox/jobs';
import { once, storedAnswerPlan } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { publishShowChange } from '#verbs/realtime/publish-show-change';
import { templateIn, templatesPlan } from './view-workflow-template.ts';
import type { TemplateRows } from './view-workflow-template.ts';

/** Two administrators may meet a few times; each then looks at what the other has made. */
const attempts = 4;

type Kept = TemplateSet['templates'][number];

/** A flow that was written; `errand` restarts what is in approval on it. */
interface Saved {
  id: string;
  job: string | null;
}

/** What one look at the show's flows makes of a request. */
interface Look extends TemplateRows {
  input: TemplateInput;
  type: TemplateType;
  /** Null for a new flow. */
  before: Kept | null;
}

/** What a flow is checked against. */
export const savePlan = (
  member: Pick<MembershipContext, 'store' | 'directory' | 'user'>,
  repeat: Repeat | null,
) => ({
  ...storedAnswerPlan(member, repeat),
  ...templatesPlan(member),
});

type SaveRows = PlanRows<typeof savePlan>;

/** A saved flow, and what its page shows. */
interface SavedView {
  id: string;
  rows: TemplateRows;
}

/**
 * A new approval flow (API-109, API-112, API-115, MG-25). The first of its type becomes the default by itself (DEC-65).
 * Throws `FORBIDDEN` without FULL permission, and 400 `invalid_parameter` with `errors` for what breaks a rule, for a
 * name of another flow of the type and for a bank account of another flow.
 */
export async function createTemplate(
  context: RequestContext,
  { stored, ...rows }: SaveRows,
  { type, input }: { type: TemplateType; input: TemplateInput },
  repeat: Repeat | null,
): Promise<SavedView> {
  let after: TemplateRows | null = null;
  const { id: savedId } = await once<Saved>(context, repeat, stored, (keep) =>
    trying(context, rows, async (seen) => {
      const look = lookAt(context, seen, { type, input, id: null });
      const id = context.newId();
      const saved: Saved = { id, job: null };
      const { showId } = context.store;
      const slugs = look.set.templates.map(({ slug }) => slug);
      const row = { id, showId, slug: slugFor(input.name, slugs), name: input.name, templateType: type };
      const writes = [
        insertTemplate(context.store, { ...row, createdAt: context.now }),
        ...contentWrites(context, look, id),
        ...keep(saved),
      ];
      after = await context.store.writeAndRead(writes, templatesPlan(context));
      context.later(publishShowChange(context.env, showId));
      return saved;
    }),
  );
  return { id: savedId, rows: after ?? (await readInOneTrip(templatesPlan(context))) };
}

/**
 * Changes a flow (API-110, API-113, API-116). With `resetItemsInProgress` what is in approval on it begins anew at the
 * first of its new steps, in one batch after the other; else it finishes on its copy (DEC-65). Throws as `createTemplate`
 * does, `NOT_FOUND`, `WORKFLOW_CONFLICT` when another administrator was first, and `POS_NO_VALID_WORKFLOW_STEP` or
 * `POS_NO_DEPARTMENT_MEMBERS` when a document that is to begin anew has no place in the new steps.
 */
export async function saveTemplate(
  context: RequestContext,
  { stored, ...rows }: SaveRows,
  { input, ...target }: { type: TemplateType; id: string; input: TemplateInput },
  repeat: Repeat | null,
  runJob: RunJob,
): Promise<SavedView> {
  let after: TemplateRows | null = null;
  const saved = await once<Saved>(context, repeat, stored, (keep) =>
    trying(context, rows, async (seen) => {
      const look = lookAt(context, seen, { ...target, input });
      const { before } = look;
      if (!before) throw new Refusal('NOT_FOUND');
      if (input.version !== null && input.version !== before.version) throw new Refusal('WORKFLOW_CONFLICT');
      // Something may be submitted on it until the batch itself: how many there were a moment ago decides nothing.
      const restarts = input.resetItemsInProgress;
      if (restarts) await requireStepFor(context, before, draftSteps(input));
      const outbox = restarts ? [restartJob(context, before)] : [];
      const answer: Saved = { id: before.id, job: outbox[0]?.id ?? null };
      const writes = [
        changeTemplate(context.store, before.id, input.name, before.version),
        ...contentWrites(context, look, before.id),
        ...insertOutbox(context.store, outbox),
        ...keep(answer),
      ];
      after = await context.store.writeAndRead(writes, templatesPlan(context));
      context.later(publishShowChange(context.env, context.store.showId));
      return answer;
    }),
  );
  if (saved.job !== null) await startRestart(context, saved.job, runJob);
  return { id: saved.id, rows: after ?? (await readInOneTrip(templatesPlan(context))) };
}

/** Reads everything again after another administrator was first: what is then refused is decided by what is there then. */
async function trying(
  context: RequestContext,
  rows: TemplateRows,
  write: (rows: TemplateRows) => Promise<Saved>,
): Promise<Saved> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await write(attempt === 0 ? rows : await readInOneTrip(templatesPlan(context)));
    } catch (error) {
      if (!/constraint failed: workflow_template/.test(reasonOf(error))) throw error;
    }
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

function lookAt(
  context: RequestContext,
  { set, people }: TemplateRows,
  { type, input, id }: { type: TemplateType; input: TemplateInput; id: string | null },
): Look {
  const before = id === null ? null : templateIn(set, type, id);
  if (templateLevel(context, type) !== 'FULL') throw new Refusal('FORBIDDEN');
  const look = { input, type, set, people, before };
  check(look);
  return look;
}

function refuse(message: string, ...errors: string[]): never {
  throw new Refusal('invalid_parameter', { message, errors });
}

function check({ input, type, set, people, before }: Look): void {
  if (input.templateType !== null && input.templateType !== type) refuse('templateType', 'templateType');
  const ableIds = new Set(people.filter((person) => ableToApprove(person, type)).map(({ id }) => id));
  const listedIds = new Set(before?.steps.flatMap(({ approverIds }) => approverIds));
  const draft = { name: input.name, steps: draftSteps(input) };
  const problems = templateProblems(draft, { ableIds, listedIds });
  if (problems.length > 0) refuse(problems.map(problemPath).join(', '), ...problems.map(problemPath));
  const others = set.templates.filter(({ id }) => id !== before?.id);
  const isTaken = others.some((one) => one.templateType === type && isSameName(one.name, input.name));
  if (isTaken) refuse('An approval flow with that name already exists.', 'name');
  if (type === 'PAYMENT') checkAccounts(input, set, others);
}

/** DEC-65: a bank account chooses one flow at most. */
function checkAccounts(input: TemplateInput, set: TemplateSet, others: readonly Kept[]): void {
  for (const { id } of input.paymentBankAccounts ?? []) {
    const account = set.accounts.find((one) => one.id === id);
    if (!account) refuse('paymentBankAccounts', 'paymentBankAccounts');
    const owner = others.find(({ bankAccountIds }) => bankAccountIds.includes(id));
    if (owner) {
      const text = `The bank account ${account.name} already belongs to the approval flow ${owner.name}.`;
      refuse(text, 'paymentBankAccounts');
    }
  }
}

function contentWrites(context: RequestContext, { input, type }: Look, id: string): Write[] {
  const { store } = context;
  const accountIds = [...new Set((input.paymentBankAccounts ?? []).map((account) => account.id))];
  const steps = draftSteps(input).map((step: DraftStep) => ({ ...step, id: context.newId() }));
  return [
    ...replaceSteps(store, id, steps),
    ...(type === 'PAYMENT' ? replaceAccounts(store, id, accountIds) : []),
    chooseDefault(store, { id, type, always: input.makeDefaultType ?? false }),
  ];
}

function restartJob({ newId, store, user, now }: RequestContext, { id, version }: Kept): OutboxRow {
  const payload: RestartWorkflowJob = {
    kind: 'restart-flow',
    templateId: id,
    version: version + 1,
    actorId: user.id,
    after: null,
  };
  const row = { id: newId(), showId: store.showId, kind: payload.kind, payload, createdAt: now };
  return { ...row, effectKey: `${id}:${payload.version}:${payload.kind}` };
}

/** The first documents begin anew while the administrator waits; when that fails, the sweep takes it up again. */
async function startRestart(
  { env, store, now, later }: RequestContext,
  job: string,
  runJob: RunJob,
): Promise<void> {
  const again = await runJob(env, { showId: store.showId, outboxId: job }, now);
  if (again === null) return;
  later(dispatchJobs(env, store.db, [{ id: job, showId: store.showId, kind: 'restart-flow' }], now));
}
