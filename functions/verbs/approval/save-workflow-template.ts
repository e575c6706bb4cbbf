import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { isSameName } from '#domain/values/names';
import type { ChangeRule } from '#domain/workflow/change-order-steps';
import {
  changeRuleProblems,
  draftChangeRule,
  isEligibleApprover,
  draftSteps,
  overBudgetProblems,
  problemPath,
  slugFor,
  templateLevel,
  templateProblems,
} from '#domain/workflow/workflow-template';
import type { DraftStep, TemplateInput } from '#domain/workflow/workflow-template';
import { errorText } from '#store/d1/open';
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
import { insertOutbox } from '#store/show/outbox/write-outbox';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requireStepFor } from './check-documents-in-progress.ts';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { RunJob } from '#verbs/outbox/dispatch';
import type { OutboxRow, RestartWorkflowJob } from '#verbs/outbox/jobs';
import { withIdempotency, storedAnswerPlan } from '#verbs/request/idempotency';
import { publishShowChange } from '#verbs/realtime/publish-changes';
import { templateIn, templatesPlan } from './view-workflow-template.ts';
import type { TemplateRows } from './view-workflow-template.ts';

/** Attempts to save while other administrators save at the same time; each attempt reads their changes. */
const maxAttempts = 4;

type StoredTemplate = TemplateSet['templates'][number];

/** A saved workflow; `job` restarts the documents in approval on it. */
interface Saved {
  id: string;
  job: string | null;
}

/** A request with the workflows as they were read. */
interface ValidatedSave extends TemplateRows {
  input: TemplateInput;
  type: TemplateType;
  /** Null for a new workflow. */
  before: StoredTemplate | null;
  change: ChangeRule;
  requiresBudgetReason: boolean;
}

export const savePlan = (member: MembershipContext) => ({
  ...storedAnswerPlan(member),
  ...templatesPlan(member),
});

type SaveRows = PlanRows<typeof savePlan>;

interface SavedView {
  id: string;
  rows: TemplateRows;
}

/**
 * Creates a workflow template. The first of its type becomes the default (DEC-65). Throws `FORBIDDEN` without FULL
 * permission, and 400 `invalid_parameter` with `errors` for what breaks a rule, for a name of another workflow of the
 * type and for a bank account of another workflow (API-109, API-112, API-115, MG-25).
 */
export async function createTemplate(
  context: RequestContext,
  { stored, ...rows }: SaveRows,
  { type, input }: { type: TemplateType; input: TemplateInput },
): Promise<SavedView> {
  let after: TemplateRows | null = null;
  const { id: savedId } = await withIdempotency<Saved>(context, stored, (answerRow) =>
    retryOnConflict(context, rows, async (current) => {
      const save = validateSave(context, current, { type, input, id: null });
      const id = context.newId();
      const saved: Saved = { id, job: null };
      const { showId } = context.store;
      const slugs = save.set.templates.map(({ slug }) => slug);
      const { rule: changeRule, percentHundredths: changePercentHundredths } = save.change;
      const row = { id, showId, slug: slugFor(input.name, slugs), name: input.name, templateType: type };
      const rule = { changeRule, changePercentHundredths, requiresBudgetReason: save.requiresBudgetReason };
      const writes = [
        insertTemplate(context.store, { ...row, ...rule, createdAt: context.now }),
        ...contentWrites(context, save, id),
        ...answerRow(saved),
      ];
      after = await context.store.writeAndRead(writes, templatesPlan(context));
      context.runAfterResponse(publishShowChange(context.env, showId));
      return saved;
    }),
  );
  return { id: savedId, rows: after ?? (await readInOneTrip(templatesPlan(context))) };
}

/**
 * Changes a workflow template. With `resetItemsInProgress` the documents in approval on it restart at the first of its
 * new steps, batch after batch; otherwise they finish on their copies (DEC-65). Throws as `createTemplate` does,
 * `NOT_FOUND`, `WORKFLOW_CONFLICT` when another administrator saved first, and `POS_NO_VALID_WORKFLOW_STEP` or
 * `POS_NO_DEPARTMENT_MEMBERS` when a document that would restart has no place in the new steps (API-110, API-113,
 * API-116).
 */
export async function saveTemplate(
  context: RequestContext,
  { stored, ...rows }: SaveRows,
  { input, ...target }: { type: TemplateType; id: string; input: TemplateInput },
  runJob: RunJob,
): Promise<SavedView> {
  let after: TemplateRows | null = null;
  const saved = await withIdempotency<Saved>(context, stored, (answerRow) =>
    retryOnConflict(context, rows, async (current) => {
      const save = validateSave(context, current, { ...target, input });
      const { before } = save;
      if (!before) throw new Refusal('NOT_FOUND');
      if (input.version !== null && input.version !== before.version) throw new Refusal('WORKFLOW_CONFLICT');
      // A document may be submitted on it until the batch itself, so the number of documents a moment ago decides
      // nothing.
      const restarts = input.resetItemsInProgress;
      if (restarts) await requireStepFor(context, before, draftSteps(input));
      const outbox = restarts ? [restartJob(context, before)] : [];
      const answer: Saved = { id: before.id, job: outbox[0]?.id ?? null };
      const writes = [
        changeTemplate(context.store, before, { ...save, name: input.name }),
        ...contentWrites(context, save, before.id),
        ...insertOutbox(context.store, outbox),
        ...answerRow(answer),
      ];
      after = await context.store.writeAndRead(writes, templatesPlan(context));
      context.runAfterResponse(publishShowChange(context.env, context.store.showId));
      return answer;
    }),
  );
  if (saved.job !== null) await startRestart(context, saved.job, runJob);
  return { id: saved.id, rows: after ?? (await readInOneTrip(templatesPlan(context))) };
}

/** Reads everything again after another administrator saved first, so that the current workflows decide. */
async function retryOnConflict(
  context: RequestContext,
  rows: TemplateRows,
  write: (rows: TemplateRows) => Promise<Saved>,
): Promise<Saved> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    try {
      return await write(attempt === 0 ? rows : await readInOneTrip(templatesPlan(context)));
    } catch (error) {
      if (!/constraint failed: workflow_template/.test(errorText(error))) throw error;
    }
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

function validateSave(
  context: RequestContext,
  { set, people }: TemplateRows,
  { type, input, id }: { type: TemplateType; input: TemplateInput; id: string | null },
): ValidatedSave {
  const before = id === null ? null : templateIn(set, type, id);
  if (templateLevel(context, type) !== 'FULL') throw new Refusal('FORBIDDEN');
  const stored = before && { rule: before.changeRule, percentHundredths: before.changePercentHundredths };
  const change = draftChangeRule(input, stored);
  const requiresBudgetReason = input.requiresBudgetReason ?? before?.requiresBudgetReason ?? false;
  const save = { input, type, set, people, before, change, requiresBudgetReason };
  check(save);
  return save;
}

function refuse(message: string, ...errors: string[]): never {
  throw new Refusal('invalid_parameter', { message, errors });
}

function check({ input, type, set, people, before, change, requiresBudgetReason }: ValidatedSave): void {
  if (input.templateType !== null && input.templateType !== type) refuse('templateType', 'templateType');
  const ableIds = new Set(people.filter((person) => isEligibleApprover(person, type)).map(({ id }) => id));
  const listedIds = new Set(
    before?.steps.flatMap(({ approverIds, backupId }) => [...approverIds, backupId ?? '']),
  );
  const draft = { name: input.name, steps: draftSteps(input) };
  const problems = [
    ...templateProblems(draft, { eligibleIds: ableIds, listedIds }),
    ...changeRuleProblems(change, type),
    ...overBudgetProblems({ steps: draft.steps, requiresBudgetReason }, type),
  ];
  if (problems.length > 0) refuse(problems.map(problemPath).join(', '), ...problems.map(problemPath));
  const others = set.templates.filter(({ id }) => id !== before?.id);
  const isTaken = others.some((one) => one.templateType === type && isSameName(one.name, input.name));
  if (isTaken) refuse('An approval flow with that name already exists.', 'name');
  if (type === 'PAYMENT') checkAccounts(input, set, others);
}

/** A bank account belongs to one workflow at most (DEC-65). */
function checkAccounts(input: TemplateInput, set: TemplateSet, others: readonly StoredTemplate[]): void {
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

function contentWrites(context: RequestContext, { input, type }: ValidatedSave, id: string): Write[] {
  const { store } = context;
  const accountIds = [...new Set((input.paymentBankAccounts ?? []).map((account) => account.id))];
  const steps = draftSteps(input).map((step: DraftStep) => ({ ...step, id: context.newId() }));
  return [
    ...replaceSteps(store, id, steps),
    ...(type === 'PAYMENT' ? replaceAccounts(store, id, accountIds) : []),
    chooseDefault(store, { id, type, always: input.makeDefaultType ?? false }),
  ];
}

function restartJob({ newId, store, user, now }: RequestContext, { id, version }: StoredTemplate): OutboxRow {
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

/** Restarts the first documents while the administrator waits. When that fails, the sweep retries the job. */
async function startRestart(
  { env, store, now, runAfterResponse }: RequestContext,
  job: string,
  runJob: RunJob,
): Promise<void> {
  const retryAfter = await runJob(env, { showId: store.showId, outboxId: job }, now);
  if (retryAfter === null) return;
  runAfterResponse(
    dispatchJobs(env, store.db, [{ id: job, showId: store.showId, kind: 'restart-flow' }], now),
  );
}
