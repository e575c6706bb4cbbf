import { useState } from 'react';

/** Puts a text on the clipboard, and remembers that it is there. */
export function useClipboard(): [isCopied: boolean, copy: (text: string) => Promise<void>] {
  const [isCopied, setCopied] = useState(false);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The browser may keep the clipboard to itself: it can still be selected.
    }
  };
  return [isCopied, copy];
}
