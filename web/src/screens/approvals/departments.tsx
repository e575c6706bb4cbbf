import { formatMoney, toCents } from '#domain/money';
import { Money } from '../../parts/money.tsx';
import type { HomeFacts } from './home.tsx';

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
  const [committed, invoiced, waiting] = [of.committed, of.invoiced, of.waiting].map(toCents);
  const said = (cents = 0) => formatMoney(cents, currency);
  const text = `${of.name || 'No department'}: ${waiting ? `${said(waiting)} waiting for you, ` : ''}${said(invoiced)} invoiced of ${said(committed)} committed`;
  const share = (amount: number) => `${Math.max(0, Math.min(100, (100 * amount) / most))}%`;
  const open = Math.max(0, of.committed - of.invoiced);
  return (
    <li className="min-w-0 max-md:nth-[n+4]:hidden" title={text}>
      <p aria-hidden className="flex items-baseline justify-between gap-2 text-sm">
        <span className="truncate">{of.name || 'No department'}</span>
        <Money
          cents={(of.waiting > 0 ? waiting : committed) ?? 0}
          currency={currency}
          className={`text-xs ${of.waiting > 0 ? 'font-medium' : 'text-ink-muted'}`}
        />
      </p>
      <span aria-hidden className="mt-0.5 flex h-1.5 gap-px overflow-hidden rounded-full bg-surface-sunken">
        <span className={looks.invoiced} style={{ width: share(Math.min(of.invoiced, of.committed)) }} />
        <span className={looks.committed} style={{ width: share(open) }} />
        <span className={looks.waiting} style={{ width: share(of.waiting) }} />
      </span>
      <span className="sr-only">{text}</span>
    </li>
  );
}

/** What the orders of each department come to, and what the user's approvals would add: for as many as there is room. */
export function Departments(props: { commitments: Commitments }) {
  const { currency, departments, others } = props.commitments;
  const most = Math.max(1, ...departments.map(({ committed, waiting }) => committed + waiting));
  return (
    <section aria-labelledby="commitments" className="min-w-0">
      <h2
        id="commitments"
        className="flex flex-wrap items-center gap-x-4 pb-1.5 text-xs font-semibold text-ink-muted"
      >
        Commitments by department
        <span aria-hidden className="contents">
          <Key look="invoiced" text="Invoiced" />
          <Key look="committed" text="Committed" />
          <Key look="waiting" text="Waiting for you" />
          {others > 0 ? <span className="ml-auto font-normal max-md:hidden">{`${others} more`}</span> : null}
        </span>
      </h2>
      <ul className="grid grid-cols-3 gap-x-6 gap-y-1.5">
        {departments.map((one) => (
          <Department key={one.id ?? ''} of={one} currency={currency} most={most} />
        ))}
      </ul>
    </section>
  );
}
