import * as v from 'valibot';
import { docTypes } from '#domain/document';
import { daysBetween, isDay } from '#domain/values/days';
import { described } from '#domain/values/described';
import { fromCents, maximumCents } from '#domain/values/money';
import { id } from '#domain/values/schema-fields';

/** The most days of a cover, unless the show allows more, and the most that it can allow (COV-16). */
export const defaultCoverDays = 31;
export const longestCoverDays = 366;

const day = v.pipe(v.string(), v.check(isDay, 'This is not a day.'));

/** A cover to set. Without `userId` the user sets it for themselves. */
export const newCover = v.object({
  userId: v.nullish(id, null),
  coveringId: id,
  alternateId: v.nullish(id, null),
  firstDay: day,
  lastDay: day,
  types: v.pipe(v.array(v.picklist(docTypes)), v.minLength(1), v.maxLength(docTypes.length)),
  amountLimit: v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(fromCents(maximumCents))), null),
  allShows: v.optional(v.boolean(), false),
});
export type NewCover = v.InferOutput<typeof newCover>;

const namedUser = v.object({ userId: v.string(), name: v.string() });

const countOfType = v.object({ docType: v.picklist(docTypes), count: v.number() });

/** A cover on the wire. */
export const coverResponse = v.object({
  id: v.string(),
  showId: v.string(),
  absent: described('The user whose approvals are covered.', namedUser),
  covering: namedUser,
  alternate: described(
    'Decides what the covering user may not; null if there is none.',
    v.nullable(namedUser),
  ),
  firstDay: v.string(),
  lastDay: described('The last day of the cover, included.', v.string()),
  types: v.array(v.picklist(docTypes)),
  amountLimit: described(
    "In the show's base currency, without one in each document's own (CURR-30); null is unlimited.",
    v.nullable(v.number()),
  ),
  setBy: namedUser,
  approvedBy: described(
    'Who approved it; null where it needs no approval, or has none yet.',
    v.nullable(namedUser),
  ),
  state: described(
    'A cover that is PENDING awaits approval and covers nothing.',
    v.picklist(['PENDING', 'UPCOMING', 'RUNNING', 'ENDED']),
  ),
  decisions: described('How many decisions were made on behalf of the absent user.', v.number()),
  undecided: v.exactOptional(
    described(
      'Only for users who manage users: how many documents wait for the absent user that no other user may decide on their behalf.',
      v.number(),
    ),
  ),
  undecidedByType: v.exactOptional(
    described('The same by type, without zeros. List filter: `notCoveredFor`.', v.array(countOfType)),
  ),
});
export type Cover = v.InferOutput<typeof coverResponse>;

/** The result of setting a cover: one cover per show, and the shows of `allShows` in which it is refused. */
export const coversSet = v.object({
  covers: v.array(coverResponse),
  refused: v.array(v.object({ showId: v.string(), showName: v.string(), reason: v.string() })),
});
export type CoversSet = v.InferOutput<typeof coversSet>;

export interface CoverDays {
  firstDay: string;
  lastDay: string;
}

/** Returns why a show refuses these days, or null (COV-07). `today` is the day in its time zone. */
export function daysRefusal(
  { firstDay, lastDay }: CoverDays,
  { today, maxCoverDays }: { today: string; maxCoverDays: number },
): string | null {
  if (firstDay < today) return 'A cover cannot begin in the past.';
  if (lastDay < firstDay) return 'The last day is before the first day.';
  if (daysBetween(firstDay, lastDay) >= maxCoverDays)
    return `A cover lasts at most ${maxCoverDays} days. For a longer absence, replace the approver.`;
  return null;
}

/** An approver who is named in a cover, and what they may approve. */
export interface CoverPerson {
  userId: string;
  name: string;
  mayApprove: boolean;
}

interface CoverPeople {
  absent: CoverPerson;
  covering: CoverPerson;
  alternate: CoverPerson | null;
  /** Who sets the cover. */
  actorId: string;
}

/** A cover that is already set, with its days. */
export type SetCover = CoverDays & { absentId: string };

const overlaps = (one: CoverDays, other: CoverDays) =>
  one.firstDay <= other.lastDay && other.firstDay <= one.lastDay;

/** Returns why these people cannot cover each other on these days, or null (COV-07). `set` has the show's covers. */
export function peopleRefusal(
  { absent, covering, alternate, actorId }: CoverPeople,
  days: CoverDays,
  set: readonly SetCover[],
): string | null {
  const others = [covering, ...(alternate ? [alternate] : [])];
  if (new Set([absent, ...others].map(({ userId }) => userId)).size <= others.length)
    return 'The absent user, the covering user and the alternate must be different people.';
  if (actorId !== absent.userId && others.some(({ userId }) => userId === actorId))
    return 'Administrators cannot name themselves to cover another user.';
  const isAway = ({ userId }: CoverPerson) =>
    set.some((cover) => cover.absentId === userId && overlaps(cover, days));
  for (const person of [absent, ...others])
    if (!person.mayApprove) return `${person.name} cannot approve these documents in this show.`;
  if (isAway(absent)) return `${absent.name} is already covered on some of these days.`;
  const away = others.find(isAway);
  return away ? `${away.name} is away on some of these days.` : null;
}
