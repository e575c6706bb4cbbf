import { Check } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import type { Permission } from '#domain/identity/permissions';
import { useSession } from '../../session/session.tsx';
import { useManagedDepartments } from './calls/departments.ts';
import { useShowDetails } from './settings/show-details.ts';
import { useShowUsers } from './calls/users.ts';

interface Step {
  title: string;
  /** Why the step is needed. */
  text: string;
  href: string;
  needs: Permission;
  isDone: boolean;
}

/** The steps before a purchase order can be created and approved. Null while loading. */
function useSteps(): Step[] | null {
  const { data: departments } = useManagedDepartments();
  const { data: people } = useShowUsers();
  const { data: show } = useShowDetails();
  if (!departments || !people || !show) return null;
  return [
    {
      title: 'Departments',
      text: 'Every purchase order belongs to one.',
      href: '/setup/departments/create',
      needs: 'Departments',
      isDone: departments.some(({ isActive }) => isActive),
    },
    {
      title: 'People',
      text: 'Who creates documents, and who approves them.',
      href: '/setup/users/create',
      needs: 'UserManagement',
      isDone: people.filter(({ isActive }) => isActive).length > 1,
    },
    {
      title: 'Approval flow',
      text: 'Who approves, and in what order.',
      href: '/setup/shows/workflows/purchase-orders/create',
      needs: 'ApprovalFlows',
      isDone: Boolean(show.defaultPurchaseOrderWorkflowId),
    },
    {
      title: 'Addresses',
      text: 'Where bills and goods go.',
      href: '/setup/settings/addresses',
      needs: 'Show',
      isDone: show.addresses.some(({ isActive }) => isActive),
    },
  ];
}

function StepLink(props: { step: Step; number: number }) {
  const { title, text, href, isDone } = props.step;
  const mark = isDone ? 'bg-positive-soft text-positive' : 'bg-surface-sunken text-ink-muted';
  return (
    <Link
      href={href}
      className="flex h-full min-h-11 cursor-pointer items-start gap-2.5 rounded-lg border border-line bg-surface-raised px-3 py-2.5 data-hovered:bg-surface-hover data-pressed:bg-surface-pressed"
    >
      <span
        className={`figures grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold ${mark}`}
      >
        {isDone ? <Check aria-hidden className="size-3.5" /> : props.number}
        {isDone ? <span className="sr-only">Done:</span> : null}
      </span>
      <span className="min-w-0">
        <span className={`block font-medium ${isDone ? 'text-ink-muted' : ''}`}>{title}</span>
        <span className="block text-sm text-ink-muted max-sm:hidden">{text}</span>
      </span>
    </Link>
  );
}

/** The steps that are left, or nothing if all are done. */
export function GettingStartedSteps() {
  const { show, can } = useSession();
  const steps = useSteps()?.filter(({ needs }) => can(needs, 'FULL')) ?? [];
  if (steps.every(({ isDone }) => isDone)) return null;
  const left = steps.filter(({ isDone }) => !isDone).length;
  return (
    <nav aria-label="Getting started" className="gutter pt-5">
      <h2 className="pb-2 text-sm font-semibold">
        Getting {show.name} started
        <span className="font-normal text-ink-muted">{` · ${left} of ${steps.length} left`}</span>
      </h2>
      <ol className="grid grid-cols-4 gap-3 max-md:grid-cols-2 max-sm:grid-cols-1">
        {steps.map((step, index) => (
          <li key={step.title} className={step.isDone ? 'max-sm:hidden' : ''}>
            <StepLink step={step} number={index + 1} />
          </li>
        ))}
      </ol>
    </nav>
  );
}
