import { useId } from 'react';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** An explanation, if title and fields need one. */
  text?: string;
  /** An action on the whole section, below the title on wide screens, next to it on narrow ones. */
  action?: ReactNode;
  /** A preview shown while the fields are filled in. On narrow screens it follows them. */
  beside?: ReactNode;
  /** The children draw their own cards. */
  isBare?: boolean;
  children: ReactNode;
}

/** A section of a page: its title on the left and its fields on the right, stacked on narrow screens. */
export function Section(props: SectionProps) {
  const id = useId();
  const sheet = props.isBare ? '' : 'rounded-lg border border-line bg-surface-raised px-5 py-4 max-sm:px-4';
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-8 gap-y-3 pb-6 md:grid-cols-[15rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:border-t md:border-line md:py-6 md:first-of-type:border-t-0 md:first-of-type:pt-2"
    >
      <header className="flex items-start justify-between gap-4 md:flex-col md:items-start md:justify-start md:gap-3 md:pt-1">
        <div className="min-w-0 max-md:self-center">
          <h2 id={id} className="text-base font-semibold">
            {props.title}
          </h2>
          {props.text ? <p className="pt-0.5 text-sm text-pretty text-ink-muted">{props.text}</p> : null}
        </div>
        {props.action}
      </header>
      <div className={`min-w-0 md:col-start-2 md:row-span-2 md:row-start-1 md:self-start ${sheet}`}>
        {props.children}
      </div>
      {props.beside}
    </section>
  );
}

/** Fields side by side, stacked on a phone. */
export function FieldGrid(props: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">{props.children}</div>;
}

/** Wraps a field, so that the error summary can find it. */
export function Field(props: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-field={props.name} className={`min-w-0 ${props.isWide ? 'col-span-2 max-sm:col-span-1' : ''}`}>
      {props.children}
    </div>
  );
}

/** Rows of switches and similar controls: the label on the left, the control on the right. */
export function Rows(props: { children: ReactNode }) {
  return <div className="-my-2 divide-y divide-line *:py-2.5">{props.children}</div>;
}
