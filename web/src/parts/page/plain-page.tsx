import type { ReactNode } from 'react';

/** The product's logo, where no show is open. */
export function Logo() {
  return (
    <p className="flex items-center gap-2.5 text-lg font-semibold">
      <span
        aria-hidden
        className="grid size-7 place-items-center rounded-md bg-accent text-base text-accent-ink"
      >
        B
      </span>
      Backlot
    </p>
  );
}

/** A page without the shell: one message and an action. It looks like the sign-in pages. */
export function PlainPage(props: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <main className="grid min-h-full place-items-center p-6 max-sm:p-4">
      <div className="grid w-full max-w-[400px] gap-5">
        <Logo />
        <div className="grid gap-4 rounded-lg border border-line bg-surface-raised p-7 max-sm:p-5">
          <div className="grid gap-1" aria-live="polite">
            <h1 className="text-xl font-semibold text-balance">{props.title}</h1>
            <div className="text-pretty text-ink-muted">{props.children}</div>
          </div>
          {props.action}
        </div>
      </div>
    </main>
  );
}
