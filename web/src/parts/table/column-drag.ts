import { allowedWidth, announceWidth } from './column-resizer.tsx';

/**
 * Resizes the column of a header while its edge `handle` is dragged from `clientX`. Escape gives it back its former
 * width (VIEW-66).
 */
export function dragColumn(
  handle: HTMLElement,
  id: string,
  { pointerId, clientX }: { pointerId: number; clientX: number },
): void {
  const head = handle.closest('th');
  // Released before this code had loaded.
  if (!head || !handle.hasPointerCapture(pointerId)) return;
  const width = head.offsetWidth;
  const styleWidth = head.style.width;
  const isDone = new AbortController();
  const { signal } = isDone;
  const move = (event: PointerEvent) => {
    // Without a render: the layout of the table follows the header.
    head.style.width = `${allowedWidth(width + event.clientX - clientX)}px`;
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    isDone.abort();
    handle.releasePointerCapture(pointerId);
    head.style.width = styleWidth;
  };
  const end = () => {
    isDone.abort();
    if (head.offsetWidth !== width) announceWidth(head, id, head.offsetWidth);
  };
  handle.addEventListener('pointermove', move, { signal });
  handle.addEventListener('lostpointercapture', end, { signal });
  addEventListener('keydown', cancel, { signal, capture: true });
}
