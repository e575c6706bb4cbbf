import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import type { Table } from '../../../parts/table/table.tsx';
import { isPhone } from '../../../parts/hooks/use-breakpoint.ts';

const isWide = () => !isPhone();
const LaterTable = lazyPart(async () => (await import('../../../parts/table/table.tsx')).Table, isWide);

/** The table of a list. Phones, which show cards, load its code only when the window becomes wide (UX-09). */
export const RowsTable = LaterTable as unknown as typeof Table;

/** Loads the code of the table if the window is wide enough to show it. */
export async function prefetchTable(): Promise<void> {
  if (isWide()) await LaterTable.load();
}
