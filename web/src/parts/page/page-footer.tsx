import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Where the shell has room for a bar below the page; null outside of it. */
export const PageFootContext = createContext<HTMLElement | null>(null);

/** A bar that belongs to the page and stays below it, however little or much there is to scroll. */
export function PageFoot(props: { children: ReactNode }) {
  const foot = use(PageFootContext);
  return foot ? createPortal(props.children, foot) : null;
}
