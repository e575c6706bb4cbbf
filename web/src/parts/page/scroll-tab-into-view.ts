/**
 * For the `ref` of the selected tab in a scrolling row: scrolls it into view before the next paint, when the page is
 * laid out anyway.
 */
export function scrollTabIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (!row) return;
  requestAnimationFrame(() => {
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
  });
}
