import { kinds } from '../documents/paths.ts';
import type { HomeSummary } from './queue-summary.tsx';

type Tiles = HomeSummary['tiles'];

/** The address of a list with these filters. */
export function address(path: string, params: readonly (readonly [string, string])[]): string {
  return `${path}?${new URLSearchParams(params.map(([name, value]) => [name, value])).toString()}`;
}

/** The flagged documents of the queue (HOME-05). */
export function flaggedHref({ docType, ids }: Tiles['flagged'][number]): string {
  return address(
    kinds[docType].queue,
    ids.map((id) => ['document', id] as const),
  );
}
