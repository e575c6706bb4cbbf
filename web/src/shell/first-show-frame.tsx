import type { ReactNode } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { Logo } from '../parts/page/plain-page.tsx';

/** The frame for a user who may create the first show and has none open yet. */
export function FirstShowFrame(props: { onLogOut: () => void; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center justify-between border-b border-line bg-surface-raised px-4">
        <Logo />
        <Button look="quiet" onPress={props.onLogOut}>
          Log Out
        </Button>
      </header>
      <main className="min-h-0 flex-1 overflow-y-auto">{props.children}</main>
    </div>
  );
}
