import { useState, useSyncExternalStore } from 'react';

let isDown = false;
const hearers = new Set<() => void>();

function tell(next: boolean): void {
  isDown = next;
  for (const hear of hearers) hear();
}

const press = () => tell(true);
// The click comes after the pointer is up, and must still find what it was meant for.
const letGo = () => setTimeout(() => tell(false));

function listen(hear: () => void): () => void {
  if (hearers.size === 0) {
    window.addEventListener('pointerdown', press, true);
    window.addEventListener('pointerup', letGo, true);
    window.addEventListener('pointercancel', letGo, true);
  }
  hearers.add(hear);
  return () => {
    hearers.delete(hear);
    if (hearers.size > 0) return;
    window.removeEventListener('pointerdown', press, true);
    window.removeEventListener('pointerup', letGo, true);
    window.removeEventListener('pointercancel', letGo, true);
    isDown = false;
  };
}

/**
 * The value as it was when a press began, until the press is over. Leaving a field by a press may change what is said
 * about it; a page that then moved would take what is pressed away from under the pointer.
 */
export function useStableDuringPress<Value>(value: Value): Value {
  const isPressed = useSyncExternalStore(listen, () => isDown);
  const [held, setHeld] = useState(value);
  if (!isPressed && held !== value) setHeld(value);
  return isPressed ? held : value;
}
