import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { Button } from '../controls/button.tsx';
import { Reference } from '../display/request-id.tsx';

/** A sheet of the page with a title of its own: sections of forms, the rail of a review. */
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

/** UX-09: what a table row becomes on a phone: a line that opens the document, as high as a finger needs. */
export function RowCard(props: {
  href: string;
  children: ReactNode;
  /** Room at the left for a tick, which the caller lays over it. */
  hasTick?: boolean;
  isPicked?: boolean;
}) {
  const look = props.isPicked ? 'border-line-strong bg-surface-pressed' : 'border-line bg-surface-raised';
  return (
    <Link
      href={props.href}
      className={`block min-h-11 cursor-pointer rounded-lg border py-3 pr-4 data-pressed:bg-surface-pressed ${look} ${props.hasTick ? 'pl-12' : 'pl-4'}`}
    >
      {props.children}
    </Link>
  );
}

/** What was asked for did not come: says so, and asks again (LS-39, ER-07). */
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
      <Reference error={props.error} />
    </div>
  );
}

/** The head of a screen: its one title (null where that stands above already), and what can be done with it. */
export function PageHead(props: {
  title: string | null;
  children?: ReactNode;
  detail?: ReactNode;
  /** What is done with the screen as a whole: last in the row; where there is no room for one row, beside the title. */
  acts?: ReactNode;
}) {
  return (
    <header
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-3 pb-4 ${props.title === null ? 'pt-4 max-sm:pt-2' : 'pt-5'}`}
    >
      {/* On the narrowest of screens what is done with it stands below a title that is not cut. */}
      <div
        className={`min-w-0 ${props.detail ? 'max-sm:flex-1' : 'max-sm:flex-auto'} ${props.acts ? 'sm:max-md:flex-1' : ''}`}
      >
        {props.title === null ? null : (
          <h1 className="text-xl font-semibold max-sm:wrap-anywhere sm:truncate">{props.title}</h1>
        )}
        {props.detail ? <div className="text-sm text-ink-muted">{props.detail}</div> : null}
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
