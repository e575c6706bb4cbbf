import { formatInstant } from '#domain/values/days';
import { inLine, timesLine } from './history-text.ts';
import type { WithdrawnAttachment } from '#domain/documents/document-response';

/** Folder of withdrawn files in an archive or an audit pack. */
export const withdrawnFolder = 'withdrawn/';

/** A withdrawn file with its path in the document's folder. */
type PlacedFile = WithdrawnAttachment & { path: string };

/** The path of each of the document's files in the pack, by file id. */
type Places = ReadonlyMap<string, string>;

function entryOf(file: PlacedFile, places: Places, timeZone: string): string {
  const { path, label, reason, replacedBy, isErased } = file;
  const { withdrawnBy, withdrawnAt } = file;
  const change = replacedBy === null ? 'Withdrawn' : 'Replaced';
  const next = replacedBy === null ? undefined : places.get(replacedBy);
  return [
    isErased ? `${inLine(label)} (erased on legal request)` : path,
    `   ${change} by ${inLine(withdrawnBy.name)}, ${formatInstant(withdrawnAt, 'YYYY_MM_DD', timeZone)} (${withdrawnAt})`,
    ...(reason === '' ? [] : [`   Reason: ${inLine(reason)}`]),
    ...(next === undefined ? [] : [`   Replaced by: ${next}`]),
  ].join('\n');
}

/** Lists the files that were removed from a document after a submission: who, when and why (DEC-53). */
export function withdrawnText(
  title: string,
  files: readonly PlacedFile[],
  places: Places,
  timeZone: string,
): string {
  return `${inLine(title)}: withdrawn files\n${timesLine(timeZone)}\n\n${files
    .map((file) => entryOf(file, places, timeZone))
    .join('\n\n')}\n`;
}
