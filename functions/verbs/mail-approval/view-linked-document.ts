import { answerNames } from '#domain/budget/budget-answers';
import type { BudgetAnswer } from '#domain/budget/budget-answers';
import { budgetRows, budgetText } from '#domain/budget/decision-text';
import { convertedText } from '#domain/currency/converted-text';
import { baseTotalOf } from '#verbs/lifecycle/base-total';
import type { DocumentRow } from '#store/show/documents/read-document';
import { documentLabel } from '#domain/documents/document-name';
import { numberFor } from '#domain/identity/visibility';
import { standInFor } from '#domain/lifecycle/subject';
import { closesLineText } from '#domain/relief/relief-reference';
import { changeText } from '#domain/purchase-orders/order-change';
import { formatInstant } from '#domain/values/days';
import { formatMoney, fromCents } from '#domain/values/money';
import { castVote } from '#domain/workflow/vote';
import { approverName, workflowView } from '#domain/workflow/workflow-view';
import type { Workflow, WorkflowStep } from '#domain/workflow/workflow-response';
import { budgetOnDecision } from '#verbs/lifecycle/budget-decision';
import { actorOf, instanceOf, standInsOfRows, subjectOf } from '#verbs/lifecycle/subject';
import { numberMilestone } from '#verbs/request/context';
import type { OpenLink } from './approval-link.ts';

/** What the page of a link shows of its document (LINK-04). */
export interface LinkedDocument {
  title: string;
  showName: string;
  /** With the answer of the budget, for the fact that names it. */
  facts: readonly (readonly [label: string, value: string, answer?: BudgetAnswer | undefined])[];
  /** The figures of the budget; null for none (BUD-39). */
  budget: ReturnType<typeof budgetRows>;
  /** The answer that the page shows; null for none (BUD-53). */
  budgetAnswer: BudgetAnswer | null;
  lines: readonly { description: string; detail: string; amount: string }[];
  moreLines: number;
  files: readonly string[];
  moreFiles: number;
  steps: readonly { name: string; status: string; people: string }[];
  /** The absent approver for whom the user decides, or ''. */
  onBehalfOf: string;
  /** Until when the link works. */
  until: string;
  /** True when this approval completes the document, and so cannot be taken back. */
  isFinal: boolean;
}

function stepOf(step: WorkflowStep, current: Workflow['currentStep']) {
  const { name, status, approvers, approvalsNeeded } = step;
  const approved = approvers.filter(({ hasApproved }) => hasApproved);
  const people = (status === 'APPROVED' ? approved : approvers).map((one) => approverName(one)).join(', ');
  if (status === 'APPROVED') return { name, status: 'Approved', people };
  if (step.id !== current?.id) return { name, status: 'Later', people };
  const progress = approvalsNeeded > 1 ? `, ${approved.length} of ${approvalsNeeded}` : '';
  return { name, status: `Current step${progress}`, people };
}

/** The amount that limits compare, with the original beside it (CURR-33). */
function convertedFacts(document: DocumentRow): (readonly [string, string])[] {
  const { totalCents, currencyCode } = document;
  const amounts = { ...baseTotalOf(document), totalCost: fromCents(totalCents), currency: currencyCode };
  const text = amounts.baseTotal?.currency === currencyCode ? null : convertedText(amounts);
  return text === null ? [] : [['In base currency', text]];
}

/** The answer of the budget, with that of the e-mail if the budget gives another one since (BUD-39). */
function changedAnswer(
  text: string,
  budget: { answer: BudgetAnswer } | null,
  { budgetAnswer }: Pick<OpenLink['link'], 'budgetAnswer'>,
): string {
  if (!budget || budgetAnswer === null || budgetAnswer === budget.answer) return text;
  return `${text}. The e-mail has: ${answerNames[budgetAnswer]}`;
}

/** The document of a link as its user may see it, with the content for which the link was mailed. */
export function viewLinkedDocument({ context, link, reading }: OpenLink): LinkedDocument {
  const { subject: rows, parts, warnings } = reading.rows;
  if (!rows) throw new Error('an open link has a document');
  const { document, purchaseOrder } = rows;
  const subject = subjectOf(rows, context);
  const instance = instanceOf(rows);
  const standIn = standInFor(subject, 'approve', actorOf(context));
  const money = (cents: number) => formatMoney(cents, document.currencyCode);
  const number = numberFor({ ...document, prefix: purchaseOrder?.prefix ?? '' }, numberMilestone(context));
  const workflow = instance && workflowView(instance, null, standInsOfRows(context, rows, instance));
  const voterId = standIn?.onBehalfOf.userId ?? link.userId;
  const { settings, show, user } = context;
  const budget = budgetOnDecision(context, rows, warnings?.affected ?? []).budget ?? null;
  return {
    title: documentLabel(document.type, number),
    showName: show.name,
    facts: [
      ['Change', parts.change ? changeText(parts.change, document.currencyCode) : ''] as const,
      ['Vendor', document.vendorName] as const,
      ['Description', document.description] as const,
      ['Department', document.departmentName] as const,
      ['Total', money(document.totalCents)] as const,
      ...convertedFacts(document),
      ['Budget', changedAnswer(budgetText(budget), budget, link), budget?.answer] as const,
      ['Created by', document.creatorName] as const,
    ].filter(([, value]) => value !== ''),
    budget: budgetRows(budget),
    budgetAnswer: budget?.answer ?? null,
    lines: parts.lines.map(({ description, totalCents, closesPoLine }) => ({
      description,
      detail: closesPoLine ? closesLineText : '',
      amount: money(totalCents),
    })),
    moreLines: parts.lineCount - parts.lines.length,
    files: parts.files,
    moreFiles: parts.fileCount - parts.files.length,
    steps: workflow?.steps.map((step) => stepOf(step, workflow.currentStep)) ?? [],
    onBehalfOf: standIn?.onBehalfOf.name ?? '',
    until: formatInstant(link.expiresAt, user.dateFormat, settings.timeZone),
    isFinal: (instance && castVote(instance, voterId, '')?.finalComplete) ?? false,
  };
}
