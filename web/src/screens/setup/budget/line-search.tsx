import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../parts/controls/button.tsx';
import { SearchField } from '../../../parts/fields/text-field.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';

/** Budgets with more lines than this have a search. */
const maxLinesWithoutSearch = 20;
const searchHint = 'Search account or description';

/** The search above the lines of a budget: the lines that contain the text, its field, and what replaces no lines. */
export function useLineSearch<Line>(
  lines: readonly Line[] | undefined,
  textsOf: (line: Line) => readonly string[],
): { found: readonly Line[] | undefined; field: ReactNode; nothing: ReactNode } {
  const [search, setSearch] = useState('');
  const text = search.trim().toLowerCase();
  if (!lines || lines.length <= maxLinesWithoutSearch) return { found: lines, field: null, nothing: null };
  const found = lines.filter((line) => textsOf(line).some((part) => part.toLowerCase().includes(text)));
  return {
    found,
    field: (
      <div className="gutter flex flex-wrap items-center gap-3 pb-4">
        <SearchField
          label={searchHint}
          placeholder={searchHint}
          value={search}
          onChange={setSearch}
          className="w-80 max-sm:w-full"
        />
        <p role="status" className="text-sm text-ink-muted">
          {text ? `${found.length} of ${lines.length} lines` : null}
        </p>
      </div>
    ),
    nothing:
      found.length === 0 ? (
        <EmptyState action={<Button onPress={() => setSearch('')}>Clear Search</Button>}>
          {`No line matches “${search.trim()}”.`}
        </EmptyState>
      ) : null,
  };
}
