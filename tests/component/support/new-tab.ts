import type { Page } from './page.ts';

/** Records the addresses of links that are clicked with Ctrl or Cmd, and prevents the browser from opening tabs. */
export function recordNewTabs(page: Page): string[] {
  const addresses: string[] = [];
  page.window.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof page.window.Element ? event.target.closest('a') : null;
      if (!link || !(event.ctrlKey || event.metaKey)) return;
      addresses.push(link.pathname + link.search);
      event.preventDefault();
    },
    { capture: true },
  );
  return addresses;
}
