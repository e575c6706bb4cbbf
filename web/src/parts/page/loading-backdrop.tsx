import type { ReactNode } from 'react';
import { Spinner } from '../controls/spinner.tsx';

/** Keeps the old content, dimmed, with a spinner while the next response loads (UX-03, LS-44). */
export function LoadingBackdrop(props: { isLoading: boolean; children: ReactNode }) {
  return (
    <div className="relative">
      <div className={`transition-opacity duration-150 ${props.isLoading ? 'opacity-55' : ''}`}>
        {props.children}
      </div>
      {props.isLoading ? (
        // Fast responses show no spinner, to avoid flicker.
        <div className="pointer-events-none absolute inset-0 z-3 transition-opacity delay-200 duration-150 starting:opacity-0">
          <div className="sticky top-28 flex justify-center pt-14">
            <div className="floating grid place-items-center p-2.5">
              <Spinner label="Loading" />
            </div>
          </div>
        </div>
      ) : null}
    </div>
  );
}
