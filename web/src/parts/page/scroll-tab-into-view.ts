/** As the `ref` of the chosen one in a row of tabs that scrolls where it has no room: brings it into sight. */
export function bringInSight(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
}
