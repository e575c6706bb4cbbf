import { useEffect } from 'react';

const product = 'Backlot';

/** Sets the title of the browser tab, with the product last: `PO 00042 · Backlot`. Null while it is unknown. */
export function useTitle(text: string | null): void {
  useEffect(() => {
    document.title = text ? `${text} · ${product}` : product;
  }, [text]);
}
