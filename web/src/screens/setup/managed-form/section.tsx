import { useId } from 'react';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** What it is about, where the title and the fields do not say it all. */
  text?: string;
  /** An act on the whole of it, beside the title; where there is room, below it. */
  act?: ReactNode;
  /** Something to look at while the fields are filled in; on narrow screens it comes after them. */
  beside?: ReactNode;
  /** What it holds draws sheets of its own. */
  isBare?: boolean;
  children: ReactNode;
}

/** One subject of a page: its title at the left and what can be set at the right, one above the other where it is narrow. */
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
        {props.act}
      </header>
      <div className={`min-w-0 md:col-start-2 md:row-span-2 md:row-start-1 md:self-start ${sheet}`}>
        {props.children}
      </div>
      {props.beside}
    </section>
  );
}

/** Fields side by side, one below the other on a phone. */
export function FieldGrid(props: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">{props.children}</div>;
}

/** The place of one field, where the list of errors leads to. */
export function Field(props: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-field={props.name} className={`min-w-0 ${props.isWide ? 'col-span-2 max-sm:col-span-1' : ''}`}>
      {props.children}
    </div>
  );
}

/** Switches and the like, one below the other: what each says stands at the left, what is pressed at the right. */
export function Rows(props: { children: ReactNode }) {
  return <div className="-my-2 divide-y divide-line *:py-2.5">{props.children}</div>;
}
