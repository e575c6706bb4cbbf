import { formatInstant } from '#domain/values/days';
import { storedChanges } from './document-changes.ts';
import { eventText } from './event-text.ts';
import { isWithoutContentVersion } from './history.ts';
import type { ChainedEvent } from './history.ts';

/** An event as an audit pack tells it. */
type ToldEvent = Omit<ChainedEvent, 'payload'> & { payload: Readonly<Record<string, unknown>>; hash: string };

/** A text of one line: what people typed must not look like an entry of its own. */
export function inLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

function entryOf({ seq, at, actorName, action, historyType, payload, hash }: ToldEvent, timeZone: string) {
  const changes = storedChanges(payload['changes']);
  const { reason, contentVersion, namedContentVersion } = payload;
  const isWithout = isWithoutContentVersion(action, namedContentVersion === null);
  return [
    `${seq}. ${formatInstant(at, 'YYYY_MM_DD', timeZone)} (${at}) ${inLine(actorName)}: ${eventText({ action, historyType, changes })}`,
    ...(typeof reason === 'string' && reason !== '' ? [`   Reason: ${inLine(reason)}`] : []),
    ...changes.map(
      ({ label, before, after }) =>
        `   ${inLine(label)}: ${inLine(before) || '(nothing)'} -> ${inLine(after) || '(nothing)'}`,
    ),
    ...(typeof contentVersion === 'number' ? [`   Content version ${contentVersion}`] : []),
    ...(isWithout ? ['   Decided without naming a content version'] : []),
    `   SHA-256 ${hash}`,
  ].join('\n');
}

/** What heads a list of times that are given in `timeZone` and as an instant. */
export function timesLine(timeZone: string): string {
  return `Times in ${timeZone}; the exact time in UTC follows in brackets.`;
}

/** The whole history of a document as a text to be read, oldest first; local times are in `timeZone`. */
export function historyText(title: string, events: readonly ToldEvent[], timeZone: string): string {
  return `${inLine(title)}\n${timesLine(timeZone)}\n\n${events
    .map((event) => entryOf(event, timeZone))
    .join('\n\n')}\n`;
}
