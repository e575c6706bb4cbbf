import type { DocType, Persona } from '#domain/document';
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

/** Loads that code if this browser knows that the person arranged a list or saved a view. */
export async function prefetchArranger(): Promise<void> {
  if (readStored('listSettings')) await import('./view/list-views.tsx').catch(() => null);
}
