import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { Button } from '../controls/button.tsx';
import { RequestId } from '../display/request-id.tsx';

/** A titled section of a page: form sections, the rail of a review. */
export function Card(props: { title?: string; aside?: ReactNode; children: ReactNode; id?: string }) {
  return (
    <section
      id={props.id}
      aria-label={props.title}
      className="rounded-lg border border-line bg-surface-raised px-5 py-4 max-sm:px-4"
    >
      {props.title ? (
        <header className="mb-3 flex min-h-8 items-center justify-between gap-4">
          <h2 className="text-base font-semibold">{props.title}</h2>
          {props.aside}
        </header>
      ) : null}
      {props.children}
    </section>
  );
}

/** A table row as a card on a phone: a link to the document, large enough to tap (UX-09). */
export function RowCard(props: {
  href: string;
  children: ReactNode;
  /** Space at the left for a checkbox, which the caller places on top. */
  hasTick?: boolean;
  /** Space at the right for the button of a menu, likewise. */
  hasMenu?: boolean;
  isPicked?: boolean;
}) {
  const look = props.isPicked ? 'border-line-strong bg-surface-pressed' : 'border-line bg-surface-raised';
  return (
    <Link
      href={props.href}
      className={`block min-h-11 cursor-pointer rounded-lg border py-3 data-pressed:bg-surface-pressed ${look} ${props.hasTick ? 'pl-12' : 'pl-4'} ${props.hasMenu ? 'pr-11' : 'pr-4'}`}
    >
      {props.children}
    </Link>
  );
}

/** A failed request with a retry button (LS-39, ER-07). */
export function LoadFailure(props: { text: string; onRetry: () => void; isBusy?: boolean; error: unknown }) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center gap-4 px-4 py-16 text-center text-ink-muted"
    >
      <p className="text-balance">{props.text}</p>
      <Button onPress={props.onRetry} isPending={props.isBusy ?? false}>
        Try again
      </Button>
      <RequestId error={props.error} />
    </div>
  );
}

/** The header of a screen with its title (null if shown elsewhere) and actions. */
export function PageHeader(props: {
  title: string | null;
  children?: ReactNode;
  detail?: ReactNode;
  /** Actions of the whole screen: last in the row, or next to the title if there is no space for one row. */
  acts?: ReactNode;
}) {
  return (
    <header
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-3 pb-4 ${props.title === null ? 'pt-4 max-sm:pt-2' : 'pt-5'}`}
    >
      {/* On the narrowest screens the actions are below the untruncated title. A detail that arrives later wraps no row. */}
      <div
        className={`min-w-0 ${props.detail ? 'max-sm:flex-1 md:flex-auto' : 'max-sm:flex-auto'} ${props.acts ? 'sm:max-md:flex-1' : ''}`}
      >
        {props.title === null ? null : (
          <h1 className="text-xl font-semibold max-sm:wrap-anywhere sm:truncate">{props.title}</h1>
        )}
        {props.detail ? (
          <div className="text-sm text-ink-muted md:w-0 md:min-w-full">{props.detail}</div>
        ) : null}
      </div>
      {props.children ? (
        <div
          className={`ml-auto flex flex-wrap items-center gap-2 max-sm:order-1 max-sm:w-full ${props.acts ? 'max-md:order-1 max-md:w-full md:-mr-2' : ''}`}
        >
          {props.children}
        </div>
      ) : null}
      {props.acts}
    </header>
  );
}
