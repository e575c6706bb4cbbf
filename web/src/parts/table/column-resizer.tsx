import type { PointerEvent } from 'react';
import { columnWidth } from '#domain/lists/list-columns';

/** The event of a resized column, which bubbles from its header: the id and the new width in pixels. */
export interface ColumnResize {
  id: string;
  width: number;
}
export const columnResizeEvent = 'columnresize';

const within = (width: number) =>
  Math.round(Math.min(columnWidth.maximum, Math.max(columnWidth.minimum, width)));

function announce(head: HTMLElement, id: string, width: number): void {
  const detail: ColumnResize = { id, width: within(width) };
  head.dispatchEvent(new CustomEvent(columnResizeEvent, { bubbles: true, detail }));
}

/** Shift with an arrow key on a header makes its column wider or narrower (VIEW-06). Returns whether it did. */
export function resizeByKey(target: HTMLElement, key: string): boolean {
  const head = target.closest('th');
  const id = head?.querySelector<HTMLElement>('[data-column]')?.dataset['column'];
  const direction = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (!head || id === undefined || direction === 0) return false;
  announce(head, id, head.offsetWidth + direction * columnWidth.step);
  return true;
}

/** The edge of a header, which is dragged to resize the column. A press on it does not sort. */
export function ColumnResizer({ id }: { id: string }) {
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    event.stopPropagation();
    const handle = event.currentTarget;
    const head = handle.closest('th');
    if (!head) return;
    const { clientX } = event;
    const width = head.offsetWidth;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => {
      // Without a render: the layout of the table follows the header.
      head.style.width = `${within(width + moved.clientX - clientX)}px`;
    };
    const end = () => {
      handle.removeEventListener('pointermove', move);
      if (head.offsetWidth !== width) announce(head, id, head.offsetWidth);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end, { once: true });
  };
  const stop = (event: { stopPropagation: () => void }) => event.stopPropagation();
  return (
    <span
      aria-hidden
      data-resizer={id}
      onPointerDown={start}
      onMouseDown={stop}
      onPointerUp={stop}
      onClick={stop}
      className="absolute inset-y-1 right-0 w-2 cursor-col-resize touch-none border-r-2 border-transparent hover:border-line-strong active:border-ink"
    />
  );
}
