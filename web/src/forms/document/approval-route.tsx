import { memo } from 'react';
import { TriangleAlert } from 'lucide-react';
import useSWR from 'swr';
import { formatWithCode } from '#domain/currency/converted-text';
import type { BaseTotal } from '#domain/currency/currency-response';
import type { DocType } from '#domain/document';
import { toCents } from '#domain/values/money';
import { stepReasonText } from '#domain/workflow/approval-route';
import type { ApprovalRoute } from '#domain/workflow/approval-route-response';
import type { Workflow } from '#domain/workflow/workflow-response';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { Button } from '../../parts/controls/button.tsx';
import { LoadingContent } from '../../parts/page/skeleton.tsx';
import { ApprovalTrack } from '../../parts/display/approval-track.tsx';
import { useSession } from '../../session/session.tsx';
import { words } from '../../words.ts';
import { routeQuery } from './stored-values.ts';
import type { EnteredValues } from './stored-values.ts';

/**
 * The steps as the approval track shows them: nobody has approved yet. Before a department is chosen nobody is missing
 * from it.
 */
function planOf({ steps, missing }: ApprovalRoute): Workflow {
  const lacksDepartment = missing.includes('DEPARTMENT');
  return {
    id: 'route',
    currentStep: null,
    steps: steps.map(({ approvers, missingApprovers, ...step }) => ({
      ...step,
      missingApprovers: missingApprovers.filter(({ reason }) => !lacksDepartment || reason !== 'DEPARTMENT'),
      id: String(step.order),
      status: 'PENDING',
      approvers: approvers.map((one) => ({ ...one, hasApproved: false })),
    })),
  };
}

/** What prevents the submit or the last approval, as sentences (ROUTE-03). */
function warningsOf({ steps, missing, refusal, repeatedApprovers }: ApprovalRoute): string[] {
  const lacksDepartment = missing.includes('DEPARTMENT');
  const warnings = [
    ...(lacksDepartment ? ['Choose a department to see who approves for it.'] : []),
    ...(missing.includes('EXCHANGE_RATE')
      ? ['There is no exchange rate for this currency yet. A Show Admin can add it in Settings, Currencies.']
      : []),
    ...(missing.includes('BUDGET_REASON')
      ? ['This takes an account over its budget: the submit asks you for a reason.']
      : []),
    ...(missing.includes('ATTACHMENT') ? ['Attach a file before you submit.'] : []),
    ...(steps.some((step) => step.needsPermanentVendor)
      ? ['The temporary vendor must be replaced by a permanent one before the last approval.']
      : []),
    ...repeatedApprovers.map(
      ({ name, steps: names }) => `${name} can approve only one of ${names.join(', ')}.`,
    ),
  ];
  if (refusal === null || (lacksDepartment && refusal === 'POS_NO_DEPARTMENT_MEMBERS')) return warnings;
  return [words[refusal], ...warnings];
}

/** What the limits of the steps compare, at the rate of today (CURR-33). */
function ConvertedTotal({ baseTotal, currency }: { baseTotal: BaseTotal; currency: string }) {
  if (baseTotal.currency === currency) return null;
  const at = baseTotal.rate === null ? '' : ` at ${baseTotal.rate}`;
  return (
    <p className="figures pb-3 text-sm text-ink-muted">
      {`${formatWithCode(toCents(baseTotal.total), baseTotal.currency)}${at}`}
    </p>
  );
}

/** Renders only when the steps change: an amount that keeps them is entered in many keys. */
const Steps = memo((props: { routeJson: string; docType: DocType; currency: string }) => {
  const { docType, currency } = props;
  const { user } = useSession();
  const route = JSON.parse(props.routeJson) as ApprovalRoute;
  const { departmentName, baseTotal } = route;
  const usualDays = new Map(route.steps.map((step) => [String(step.order), step.usualDays]));
  return (
    <>
      {baseTotal ? <ConvertedTotal baseTotal={baseTotal} currency={currency} /> : null}
      {warningsOf(route).map((text) => (
        <p key={text} className="flex gap-2 pb-3 text-sm text-pretty text-caution">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text}
        </p>
      ))}
      <ApprovalTrack
        workflow={planOf(route)}
        meId={user.id}
        isPlan
        reasonOf={(step) =>
          stepReasonText(step, { docType, currency: baseTotal?.currency ?? currency, departmentName })
        }
        usualDaysOf={({ id }) => usualDays.get(id) ?? null}
      />
    </>
  );
});

/** The approval steps that a document will take if it is submitted now, each with its reason (ROUTE-01 to ROUTE-03). */
export function ApprovalRouteSteps(props: { entered: EnteredValues; currency: string }) {
  const { entered, currency } = props;
  const { show, config } = useSession();
  const { baseCurrency } = config.settings;
  const query = routeQuery(show.id, entered, baseCurrency);
  // Not destructured: a field that is not read causes no render.
  const request = useSWR<ApprovalRoute>(
    keys.approvalRoute(show.id, query),
    () => ask(api.api.workflows.route.$get({ query })),
    { keepPreviousData: true },
  );
  if (request.data)
    return <Steps routeJson={JSON.stringify(request.data)} docType={entered.docType} currency={currency} />;
  if (!request.error) return <LoadingContent label="Loading approval steps" />;
  return (
    <div role="alert" className="grid justify-items-start gap-3 text-sm text-ink-muted">
      <p>The approval steps could not be loaded.</p>
      <Button onPress={() => void request.mutate()} isPending={request.isValidating}>
        Try again
      </Button>
    </div>
  );
}
