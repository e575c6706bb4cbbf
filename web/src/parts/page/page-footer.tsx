import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The shell's slot for a bar below the page; null outside of the shell. */
export const PageFooterContext = createContext<HTMLElement | null>(null);

/** Renders a bar below the page that does not scroll with it. */
export function PageFooter(props: { children: ReactNode }) {
  const foot = use(PageFooterContext);
  return foot ? createPortal(props.children, foot) : null;
}
