import { useState } from 'react';
import { formatMoney, toCents } from '#domain/values/money';
import type { VisibilityScope } from '#domain/identity/visibility';
import { LinkButton } from '../../parts/controls/link-button.tsx';
import { Money } from '../../parts/display/money.tsx';
import { useSession } from '../../session/session.tsx';
import type { HomeFacts } from './queue-summary.tsx';

type Commitments = NonNullable<HomeFacts['commitments']>;

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

function Department(props: { of: Commitments['departments'][number]; currency: string; most: number }) {
  const { of, currency, most } = props;
  const [committed, invoiced, waiting] = [toCents(of.committed), toCents(of.invoiced), toCents(of.waiting)];
  const said = (cents: number) => formatMoney(cents, currency);
  const text = `${of.name || 'No department'}: ${waiting ? `${said(waiting)} waiting for you, ` : ''}${said(invoiced)} invoiced of ${said(committed)} committed`;
  const share = (amount: number) => `${Math.max(0, Math.min(100, (100 * amount) / most))}%`;
  const open = Math.max(0, of.committed - of.invoiced);
  return (
    <li className="min-w-0 max-md:nth-[n+4]:hidden" title={text}>
      <p aria-hidden className="truncate text-sm">
        {of.name || 'No department'}
      </p>
      <span aria-hidden className="mt-0.5 flex h-1.5 gap-px overflow-hidden rounded-full bg-surface-sunken">
        <span className={looks.invoiced} style={{ width: share(Math.min(of.invoiced, of.committed)) }} />
        <span className={looks.committed} style={{ width: share(open) }} />
        <span className={looks.waiting} style={{ width: share(of.waiting) }} />
      </span>
      {/* Each figure says what it is: somebody else's home shows others. */}
      <p aria-hidden className="figures flex flex-wrap gap-x-2 pt-0.5 text-xs text-ink-muted">
        <span>
          <Money cents={committed} currency={currency} /> committed
        </span>
        {of.waiting > 0 ? (
          <span className="text-info">
            <Money cents={waiting} currency={currency} /> waiting for you
          </span>
        ) : null}
      </p>
      <span className="sr-only">{text}</span>
    </li>
  );
}

/** The departments that are shown at first: beside what waits, and where nothing stands beside them. */
const roomBeside = 3;
const roomAlone = 6;

/** PE-17: whose orders these are, where they are not all of the show. */
const scopes = {
  ALL: '',
  IN_THIS_USERS_DEPARTMENT: ', orders you see',
  CREATED_BY_THIS_USER: ', orders you see',
} as const satisfies Record<VisibilityScope, string>;

/** What the orders of each department come to, and what the user's approvals would add. */
export function Departments(props: {
  commitments: Commitments;
  /** What waits stands beside it, and leaves it half the width. */
  isBeside: boolean;
}) {
  const { currency } = props.commitments;
  const [showsAll, setShowsAll] = useState(false);
  const room = props.isBeside ? roomBeside : roomAlone;
  const departments = props.commitments.departments.slice(0, showsAll ? undefined : room);
  const others = props.commitments.departments.length - room;
  const { config } = useSession();
  const most = Math.max(1, ...departments.map(({ committed, waiting }) => committed + waiting));
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
          <Department key={one.id ?? ''} of={one} currency={currency} most={most} />
        ))}
      </ul>
    </section>
  );
}
