import { bulkText } from '#domain/bulk-approval/bulk-mark';
import type { BulkPlace } from '#domain/bulk-approval/bulk-mark';
import { budgetReasonField } from './printed-changes.ts';
import { formatInstant } from '#domain/values/days';
import { onBehalfText } from '#domain/cover/cover';
import type { OnBehalfOf } from '#domain/cover/cover';
import { storedChanges } from './document-changes.ts';
import { emailLinkText } from './email-link-use.ts';
import type { EmailLinkUse } from './email-link-use.ts';
import { eventText } from './event-text.ts';
import { isWithoutContentVersion } from './history.ts';
import type { ChainedEvent } from './history.ts';

/** An event in the history text of an audit pack. */
type HistoryTextEvent = Omit<ChainedEvent, 'payload'> & {
  payload: Readonly<Record<string, unknown>>;
  hash: string;
};

/** Replaces line breaks, so that typed text cannot imitate an entry of its own. */
export function inLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

function entryOf(
  { seq, at, actorName, action, historyType, payload, hash }: HistoryTextEvent,
  timeZone: string,
) {
  const changes = storedChanges(payload['changes']);
  const { reason, contentVersion, namedContentVersion } = payload;
  const onBehalfOf = payload['onBehalfOf'] as OnBehalfOf | undefined;
  const emailLink = payload['emailLink'] as EmailLinkUse | undefined;
  const bulk = payload['bulk'] as BulkPlace | undefined;
  const isWithout = isWithoutContentVersion(action, namedContentVersion === null);
  return [
    `${seq}. ${formatInstant(at, 'YYYY_MM_DD', timeZone)} (${at}) ${inLine(actorName)}: ${eventText({ action, historyType, changes })}`,
    ...(onBehalfOf ? [`   ${inLine(onBehalfText(onBehalfOf)).replace(/^o/, 'O')}`] : []),
    ...(emailLink ? [`   ${emailLinkText(emailLink).replace(/^b/, 'B')}`] : []),
    ...(bulk ? [`   ${bulkText(bulk).replace(/^i/, 'I')}`] : []),
    ...(typeof reason === 'string' && reason !== '' ? [`   Reason: ${inLine(reason)}`] : []),
    ...changes
      .filter(({ field }) => field !== 'reason' && field !== budgetReasonField)
      .map(
        ({ label, before, after }) =>
          `   ${inLine(label)}: ${before === '' ? '' : `${inLine(before)} -> `}${inLine(after) || '(nothing)'}`,
      ),
    ...(typeof contentVersion === 'number' ? [`   Content version ${contentVersion}`] : []),
    ...(isWithout ? ['   Decided without naming a content version'] : []),
    `   SHA-256 ${hash}`,
  ].join('\n');
}

/** The line above a list of times that are printed in `timeZone` and as UTC instants. */
export function timesLine(timeZone: string): string {
  return `Times in ${timeZone}; the exact time in UTC follows in brackets.`;
}

/** Returns a document's whole history as text, oldest first, with local times in `timeZone`. */
export function historyText(title: string, events: readonly HistoryTextEvent[], timeZone: string): string {
  return `${inLine(title)}\n${timesLine(timeZone)}\n\n${events
    .map((event) => entryOf(event, timeZone))
    .join('\n\n')}\n`;
}
