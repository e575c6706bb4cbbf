import { useState } from 'react';
import { formatMoney, toCents } from '#domain/values/money';
import type { VisibilityScope } from '#domain/identity/visibility';
import { LinkButton } from '../../parts/controls/link-button.tsx';
import { Money } from '../../parts/display/money.tsx';
import { useSession } from '../../session/session.tsx';
import type { HomeSummary } from './queue-summary.tsx';

type Commitments = NonNullable<HomeSummary['commitments']>;

const looks = {
  waiting: 'bg-info',
  committed: 'bg-ink-muted/35',
  invoiced: 'bg-ink-muted',
} as const;

function Key(props: { look: keyof typeof looks; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-normal">
      <span className={`size-2 rounded-sm ${looks[props.look]}`} />
      {props.text}
    </span>
  );
}

function Department(props: {
  department: Commitments['departments'][number];
  currency: string;
  maxCents: number;
}) {
  const { department, currency, maxCents } = props;
  const [committed, invoiced, waiting] = [
    toCents(department.committed),
    toCents(department.invoiced),
    toCents(department.waiting),
  ];
  const format = (cents: number) => formatMoney(cents, currency);
  const text = `${department.name || 'No department'}: ${waiting ? `${format(waiting)} waiting for you, ` : ''}${format(invoiced)} invoiced of ${format(committed)} committed`;
  const share = (amount: number) => `${Math.max(0, Math.min(100, (100 * amount) / maxCents))}%`;
  const open = Math.max(0, department.committed - department.invoiced);
  return (
    <li className="min-w-0 max-md:nth-[n+4]:hidden" title={text}>
      <p aria-hidden className="truncate text-sm">
        {department.name || 'No department'}
      </p>
      <span aria-hidden className="mt-0.5 flex h-1.5 gap-px overflow-hidden rounded-full bg-surface-sunken">
        <span
          className={looks.invoiced}
          style={{ width: share(Math.min(department.invoiced, department.committed)) }}
        />
        <span className={looks.committed} style={{ width: share(open) }} />
        <span className={looks.waiting} style={{ width: share(department.waiting) }} />
      </span>
      {/* Each amount has its label: with another visibility scope the amounts differ. */}
      <p aria-hidden className="figures flex flex-wrap gap-x-2 pt-0.5 text-xs text-ink-muted">
        <span>
          <Money cents={committed} currency={currency} /> committed
        </span>
        {department.waiting > 0 ? (
          <span className="text-info">
            <Money cents={waiting} currency={currency} /> waiting for you
          </span>
        ) : null}
      </p>
      <span className="sr-only">{text}</span>
    </li>
  );
}

/** Departments shown before "Show more": next to the waiting documents, and on their own. */
const maxDepartmentsBeside = 3;
const maxDepartmentsAlone = 6;

/** Added to the heading if the totals do not cover every order of the show (PE-17). */
const scopes = {
  ALL: '',
  IN_THIS_USERS_DEPARTMENT: ', orders you see',
  CREATED_BY_THIS_USER: ', orders you see',
} as const satisfies Record<VisibilityScope, string>;

/** The order totals of each department, and what the user's approvals would add. */
export function Departments(props: {
  commitments: Commitments;
  /** The waiting documents are next to it and take half the width. */
  isBeside: boolean;
}) {
  const { currency } = props.commitments;
  const [showsAll, setShowsAll] = useState(false);
  const room = props.isBeside ? maxDepartmentsBeside : maxDepartmentsAlone;
  const departments = props.commitments.departments.slice(0, showsAll ? undefined : room);
  const others = props.commitments.departments.length - room;
  const { config } = useSession();
  const maxCents = Math.max(1, ...departments.map(({ committed, waiting }) => committed + waiting));
  return (
    <section aria-labelledby="commitments" className="min-w-0">
      <h2
        id="commitments"
        className="flex flex-wrap items-center gap-x-4 pb-1.5 text-xs font-semibold text-ink-muted"
      >
        {`Commitments by department${scopes[config.purchaseOrderVisibility]}`}
        <span aria-hidden className="contents">
          <Key look="invoiced" text="Invoiced" />
          <Key look="committed" text="Not yet invoiced" />
        </span>
        {others > 0 ? (
          <span className="ml-auto font-normal">
            <LinkButton isExpanded={showsAll} onPress={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Show fewer' : `Show ${others} more`}
            </LinkButton>
          </span>
        ) : null}
      </h2>
      <ul className={`grid grid-cols-3 gap-x-6 gap-y-1.5 ${props.isBeside ? '' : 'md:grid-cols-6'}`}>
        {departments.map((one) => (
          <Department key={one.id ?? ''} department={one} currency={currency} maxCents={maxCents} />
        ))}
      </ul>
    </section>
  );
}
