/** For the `ref` of the selected tab in a scrolling row: scrolls it into view. */
export function scrollTabIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
}
