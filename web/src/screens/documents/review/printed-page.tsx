import type { ReactNode } from 'react';
import type { ResolvedAddress } from '#domain/documents/document-response';

/** A label and its value. On a phone a long value without spaces has a row of its own. */
export function Block(props: { term: string; children: ReactNode; isLong?: boolean }) {
  return (
    <div className={`min-w-0 ${props.isLong ? 'max-sm:col-span-full' : ''}`}>
      <dt className="text-xs text-ink-muted">{props.term}</dt>
      <dd className="wrap-anywhere">{props.children}</dd>
    </div>
  );
}

/** Labels and values in as many columns as fit. */
export function Blocks(props: { children: ReactNode; isRuled?: boolean }) {
  return (
    <dl
      className={`grid grid-cols-3 gap-x-6 gap-y-3 py-4 text-sm max-md:grid-cols-2 max-sm:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] max-sm:gap-x-4 ${props.isRuled ? 'border-b border-line' : ''}`}
    >
      {props.children}
    </dl>
  );
}

export function AddressLines(props: { address: ResolvedAddress | null }) {
  const { address } = props;
  if (!address) return '—';
  const lines = [address.name, address.address1, address.address2].filter(Boolean);
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}

/** The document as it would be printed: its sender on the left, its number on the right. */
export function PrintedPage(props: {
  label: string;
  title: string;
  number: string;
  /** Shown under the number. */
  detail: ReactNode;
  /** The letterhead. Its first line is emphasized. */
  from: readonly string[];
  children: ReactNode;
}) {
  const [first, ...others] = props.from;
  return (
    <article
      aria-label={props.label}
      className="min-w-0 rounded-lg border border-line bg-surface-raised px-8 py-7 max-sm:px-4 max-sm:py-5"
    >
      <header className="flex flex-wrap items-start justify-between gap-4 border-b border-line-strong pb-4">
        <div className="min-w-0">
          <p className="text-lg font-semibold">{first}</p>
          {others.map((line) => (
            <p key={line} className="text-sm text-ink-muted">
              {line}
            </p>
          ))}
        </div>
        <div className="min-w-0 text-right max-sm:text-left">
          {/* On the screen the title of the review has both. */}
          <div className="hidden print:block">
            <p className="text-xs font-medium tracking-wide text-ink-muted uppercase">{props.title}</p>
            <p className="text-2xl font-semibold break-words">{props.number}</p>
          </div>
          <div className="text-sm">{props.detail}</div>
        </div>
      </header>
      {props.children}
    </article>
  );
}
