import { later } from '../../../parts/hooks/lazy-part.tsx';
import type { Table } from '../../../parts/table/table.tsx';
import { isPhone } from '../../../parts/hooks/use-breakpoint.ts';

const isWide = () => !isPhone();
const LaterTable = later(async () => (await import('../../../parts/table/table.tsx')).Table, isWide);

/** The table of a list. Its code is not for phones, which draw cards (UX-09): there it comes once the window is wide. */
export const RowsTable = LaterTable as unknown as typeof Table;

/** Fetches that code where it is going to be drawn. */
export async function prefetchTable(): Promise<void> {
  if (isWide()) await LaterTable.load();
}
