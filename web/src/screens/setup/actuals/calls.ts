import useSWRInfinite from 'swr/infinite';
import type { ActualImport, ActualImports, ActualRows, ActualsCheck } from '#domain/budget/actuals-response';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { sendFile } from '../send-file.ts';
import type { ChosenFile } from '../send-file.ts';

const actuals = api.api.budgets.actuals;

/** The imports of the open show, the newest first, in pages. */
export function useActualImports() {
  const { show } = useSession();
  return useSWRInfinite<ActualImports>(
    (index: number, previous: ActualImports | null) =>
      previous && !previous.hasMore
        ? null
        : keys.managed(show.id, 'actuals', index === 0 ? '' : (previous?.imports.at(-1)?.number ?? '')),
    (key: readonly unknown[]) => {
      const before = String(key.at(-1));
      return ask(actuals.$get({ query: { showId: show.id, ...(before && { before }) } }));
    },
  );
}

/** Rows on one page. */
const rowsPerPage = 100;

/** The rows of an import, or those that count for an account as of a day; null for the current day. */
export function useActualRows(of: { importId: string } | { account: string; day: string | null }) {
  const { show } = useSession();
  const query = 'importId' in of ? of : { account: of.account, ...(of.day !== null && { day: of.day }) };
  return useSWRInfinite<ActualRows>(
    (index: number, previous: ActualRows | null) =>
      previous && !previous.hasMore
        ? null
        : keys.managed(show.id, 'actual-rows', JSON.stringify(query), index * rowsPerPage),
    (key: readonly unknown[]) =>
      ask(actuals.rows.$get({ query: { showId: show.id, ...query, offset: String(key.at(-1)) } })),
  );
}

/** Where the actuals of a file belong. */
export interface ActualsTarget {
  showId: string;
  /** Null for the only company. */
  company: string | null;
}

const queryOf = ({ showId, company }: ActualsTarget) => ({
  showId,
  ...(company !== null && { company }),
});

/** Returns what the import would count. Throws `ApiError`, with a text for a file that cannot be read. */
export async function checkActuals(target: ActualsTarget, chosen: ChosenFile): Promise<ActualsCheck> {
  return (await sendFile('actuals/check', queryOf(target), chosen)).json();
}

/** Imports what the dry run showed. */
export async function importActuals(
  target: ActualsTarget,
  chosen: ChosenFile,
  { ready, importedTotal, currency }: ActualsCheck,
): Promise<ActualImport> {
  const query = { ...queryOf(target), count: String(ready), total: String(importedTotal), currency };
  return (await sendFile('actuals/import', query, chosen)).json();
}

export function reverseImport(id: string, reason: string): Promise<ActualImport> {
  return ask(actuals[':id'].reverse.$post({ param: { id }, json: { reason } }));
}
