import type { PointerEvent } from 'react';
import { columnWidth } from '#domain/lists/list-columns';

/** The event of a resized column, which bubbles from its header: the id and the new width in pixels. */
export interface ColumnResize {
  id: string;
  width: number;
}
export const columnResizeEvent = 'columnresize';

/** The width in pixels that a column may have nearest to this one. */
export function allowedWidth(width: number): number {
  return Math.round(Math.min(columnWidth.maximum, Math.max(columnWidth.minimum, width)));
}

export function announceWidth(head: HTMLElement, id: string, width: number): void {
  const detail: ColumnResize = { id, width: allowedWidth(width) };
  head.dispatchEvent(new CustomEvent(columnResizeEvent, { bubbles: true, detail }));
}

/** Shift with an arrow key on a header makes its column wider or narrower (VIEW-06). Returns whether it did. */
export function resizeByKey(target: HTMLElement, key: string): boolean {
  const head = target.closest('th');
  const id = head?.querySelector<HTMLElement>('[data-column]')?.dataset['column'];
  const direction = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (!head || id === undefined || direction === 0) return false;
  announceWidth(head, id, head.offsetWidth + direction * columnWidth.step);
  return true;
}

const loadDrag = () => import('./column-drag.ts');

/** The edge of a header, which is dragged to resize the column. A press on it does not sort. */
export function ColumnResizer({ id }: { id: string }) {
  const start = (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation();
    const { currentTarget, pointerId, clientX } = event;
    currentTarget.setPointerCapture(pointerId);
    void loadDrag().then(({ dragColumn }) => dragColumn(currentTarget, id, { pointerId, clientX }));
  };
  const stop = (event: { stopPropagation: () => void }) => event.stopPropagation();
  return (
    <span
      aria-hidden
      data-resizer={id}
      onPointerEnter={() => void loadDrag()}
      onPointerDown={start}
      onMouseDown={stop}
      onPointerUp={stop}
      onClick={stop}
      className="absolute inset-y-1 right-0 w-2 cursor-col-resize touch-none border-r-2 border-transparent hover:border-line-strong active:border-ink"
    />
  );
}
