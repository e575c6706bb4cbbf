import { useState } from 'react';

/** Copies a text to the clipboard. Returns whether it was copied. */
export function useClipboard(): [isCopied: boolean, copy: (text: string) => Promise<void>] {
  const [isCopied, setCopied] = useState(false);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The browser may deny access to the clipboard: the user can still select the text.
    }
  };
  return [isCopied, copy];
}
