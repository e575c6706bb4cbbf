import { useState, useSyncExternalStore } from 'react';

let isDown = false;
const listeners = new Set<() => void>();

function setDown(next: boolean): void {
  isDown = next;
  for (const listener of listeners) listener();
}

const press = () => setDown(true);
// The click event follows the pointer-up event and must still reach its target.
const release = () => setTimeout(() => setDown(false));

function listen(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('pointerdown', press, true);
    window.addEventListener('pointerup', release, true);
    window.addEventListener('pointercancel', release, true);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('pointerdown', press, true);
    window.removeEventListener('pointerup', release, true);
    window.removeEventListener('pointercancel', release, true);
    isDown = false;
  };
}

/**
 * Returns the value from the start of a press until the press is over. Leaving a field by a press may change its error
 * message, and the layout shift would move the pressed element away from the pointer.
 */
export function useStableDuringPress<Value>(value: Value): Value {
  const isPressed = useSyncExternalStore(listen, () => isDown);
  const [frozen, setFrozen] = useState(value);
  if (!isPressed && frozen !== value) setFrozen(value);
  return isPressed ? frozen : value;
}
