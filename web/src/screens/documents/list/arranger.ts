import type { DocType, Persona } from '#domain/document';
import { afterFirstScreen } from '../../../parts/hooks/lazy-part.tsx';
import { readStored } from '../../../session/local-storage.ts';
import type { Arrangement, ListDefinition, ListRow } from './list-definition.ts';

/** Whose list it is, and the saved view that its address names. */
export interface ListPlace {
  userId: string;
  showId: string;
  view: string | undefined;
}

type Arrange = <Row extends ListRow>(
  kind: Pick<ListDefinition<DocType, Row, never>, 'docType' | 'columns'>,
  persona: Persona,
  place: ListPlace,
) => Arrangement<Row> | null;

/** The code that arranges a list, once it is loaded: a person who arranged nothing does not wait for it. */
export const arranger: { of: Arrange | null } = { of: null };

/** Whether this browser knows that the person arranged a list or saved a view. */
const isArranged = () => Boolean(readStored('listSettings'));

/** Loads that code: for a person who arranged nothing, after the rows. */
export async function loadListViews() {
  if (!isArranged()) await new Promise<void>(afterFirstScreen);
  return import('./view/list-views.tsx');
}

export async function prefetchArranger(): Promise<void> {
  if (isArranged()) await loadListViews().catch(() => null);
}
