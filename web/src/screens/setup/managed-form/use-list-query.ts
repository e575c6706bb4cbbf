import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** The search text and page of a managed list, kept in the address. A new text resets the page. */
export function useListQuery() {
  const [params, setParams] = useSearchParams();
  // The address follows the input. The other way round, fast typing would lose letters.
  const [search, setText] = useState(params.get('search') ?? '');
  const page = Number(params.get('page') ?? '1');
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (name === 'search') next.delete('page');
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    search,
    setSearch: (text: string) => {
      setText(text);
      set('search', text);
    },
    page: Number.isInteger(page) && page > 0 ? page : 1,
    setPage: (next: number) => set('page', next === 1 ? '' : String(next)),
  };
}

/** The items whose `textOf` contains every word of the text. */
export function searchItems<Item>(
  items: readonly Item[],
  text: string,
  textOf: (item: Item) => string,
): Item[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => words.every((word) => textOf(item).toLowerCase().includes(word)));
}
