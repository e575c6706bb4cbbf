import { Navigate, useSearchParams } from 'react-router';
import { formatMoney, toCents } from '#domain/values/money';
import { templateLevel } from '#domain/workflow/workflow-template';
import { Chip } from '../../../parts/display/chip.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { useSession } from '../../../session/session.tsx';
import { ManagedList } from '../managed-form/managed-list.tsx';
import { workflowHref, listHref, newWorkflowHref, openTabs } from './workflow-tabs.ts';
import { useWorkflows } from './use-workflow-templates.ts';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';

/** `Department head › Line producer up to 25,000.00 › Controller if over budget › Executive producers`. */
function stepsText({ steps }: WorkflowTemplate): string {
  return steps
    .map(({ name, amountLimit, overBudget }) => {
      if (overBudget) return `${name} if over budget`;
      return amountLimit === null ? name : `${name} up to ${formatMoney(toCents(amountLimit), '').trim()}`;
    })
    .join(' › ');
}

function Name(props: { workflow: WorkflowTemplate }) {
  const { name, isDefault } = props.workflow;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-medium">{name}</span>
      {isDefault ? (
        <Chip tone="info" shape="check">
          Default
        </Chip>
      ) : null}
    </span>
  );
}

function accountsOf({ paymentBankAccounts }: WorkflowTemplate): string {
  return paymentBankAccounts.map(({ name }) => name).join(', ');
}

function TruncatedText(props: { children: string }) {
  return (
    <span title={props.children} className="block truncate">
      {props.children}
    </span>
  );
}

const columns: readonly TableColumn<WorkflowTemplate>[] = [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    width: '33%',
    cell: (workflow) => <Name workflow={workflow} />,
  },
  { id: 'steps', name: 'Steps', cell: (workflow) => <TruncatedText>{stepsText(workflow)}</TruncatedText> },
];
const accounts: TableColumn<WorkflowTemplate> = {
  id: 'accounts',
  name: 'Bank accounts',
  width: '24%',
  cell: (workflow) => <TruncatedText>{accountsOf(workflow)}</TruncatedText>,
};
const inApproval: TableColumn<WorkflowTemplate> = {
  id: 'in-approval',
  name: 'In approval',
  align: 'right',
  width: '7rem',
  cell: ({ itemsInProgress }) => <span className="figures">{itemsInProgress}</span>,
};

function WorkflowCard(props: { workflow: WorkflowTemplate }) {
  const { workflow } = props;
  const count = workflow.itemsInProgress;
  return (
    <span className="grid gap-1">
      <Name workflow={workflow} />
      <span className="text-sm text-ink-muted">{stepsText(workflow)}</span>
      {accountsOf(workflow) ? <span className="text-sm text-ink-muted">{accountsOf(workflow)}</span> : null}
      <span className="figures text-sm">{count} in approval</span>
    </span>
  );
}

/** The approval flows of a show, with a tab per type that `tab` in the address names (DEC-92, SH-67, PE-09). */
export function WorkflowList() {
  const { rights } = useSession();
  const [query] = useSearchParams();
  const { data, error, mutate, isValidating } = useWorkflows();
  const tabs = openTabs(rights);
  const [first] = tabs;
  const open = tabs.find(({ tab }) => tab === query.get('tab'));
  if (!first) return <Navigate to="/" replace />;
  if (!open) return <Navigate to={listHref(first)} replace />;
  const modules = { invoices: rights.invoices, payments: rights.payments };
  const mayWrite = templateLevel({ permissions: rights.permissions, modules }, open.type) === 'FULL';
  return (
    <ManagedList
      title="Approval Flows"
      columns={open.type === 'PAYMENT' ? [...columns, accounts, inApproval] : [...columns, inApproval]}
      items={data?.filter(({ templateType }) => templateType === open.type)}
      hrefOf={({ id }) => workflowHref(open, id)}
      renderCard={(workflow) => <WorkflowCard workflow={workflow} />}
      add={mayWrite ? { text: 'Add Approval Flow', href: newWorkflowHref(open) } : null}
      empty={`No approval flow for ${open.text.toLowerCase()} yet. Without one nothing can be submitted for approval.`}
      failure={
        error && !data
          ? { text: open.failure, onRetry: () => void mutate(), isBusy: isValidating, error }
          : null
      }
      tabs={{
        label: 'Approval flow types',
        selected: open.tab,
        tabs: tabs.map((one) => ({ id: one.tab, text: one.text, href: listHref(one) })),
      }}
    />
  );
}
