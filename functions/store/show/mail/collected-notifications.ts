import { and, asc, eq, sql } from 'drizzle-orm';
import type { ShowStore, Write } from '#store/d1/open';
import { collectedNotifications, notificationWindows } from '#store/show/tables/job-tables';

type Notification = typeof collectedNotifications.$inferInsert;

/** A user whose e-mails a job sends, and until when further notifications wait. */
interface Window {
  userId: string;
  jobId: string;
  endsAt: string;
}

const ofUser = ({ showId }: ShowStore, userId: string) =>
  and(eq(collectedNotifications.showId, showId), eq(collectedNotifications.userId, userId));

/**
 * Opens a window if the user has none at `now`, or if the same job opened it in an earlier attempt. Returns whether the
 * job may send.
 */
export async function openWindow(store: ShowStore, window: Window, now: string): Promise<boolean> {
  const { endsAt, jobId } = window;
  const opened = await store.db
    .insert(notificationWindows)
    .values({ ...window, showId: store.showId })
    .onConflictDoUpdate({
      target: [notificationWindows.showId, notificationWindows.userId],
      set: { endsAt, jobId },
      setWhere: sql`${notificationWindows.endsAt} <= ${now} OR ${notificationWindows.jobId} = ${jobId}`,
    })
    .returning({ userId: notificationWindows.userId });
  return opened.length > 0;
}

/** Opens a window for the e-mail that ends another. */
export async function reopenWindow(store: ShowStore, window: Window): Promise<void> {
  const { endsAt, jobId } = window;
  await store.db
    .insert(notificationWindows)
    .values({ ...window, showId: store.showId })
    .onConflictDoUpdate({
      target: [notificationWindows.showId, notificationWindows.userId],
      set: { endsAt, jobId },
    });
}

/** A job that sends what the user's window has collected, at its end; one for each window. */
function insertWindowJob(
  { showId }: ShowStore,
  { id, userId, createdAt }: { id: string; userId: string; createdAt: string },
): Write {
  const payload = JSON.stringify({ kind: 'notify-collected', userId });
  return sql`INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at, next_attempt_at)
    SELECT ${id}, show_id, 'notify-collected', ${payload}, 'collected:' || user_id || ':' || ends_at, ${createdAt}, ends_at
    FROM notification_windows WHERE show_id = ${showId} AND user_id = ${userId} ON CONFLICT DO NOTHING`;
}

/** Stores a notification for an e-mail with several; a job has to send it. */
export function insertCollected({ db }: ShowStore, row: Notification): Write {
  return db.insert(collectedNotifications).values(row).onConflictDoNothing();
}

/** A job that sends what is collected for a user by now; none when nothing is. */
export function insertCollectedJob(
  { showId }: ShowStore,
  { id, userId, effectKey, createdAt }: { id: string; userId: string; effectKey: string; createdAt: string },
): Write {
  const payload = JSON.stringify({ kind: 'notify-collected', userId });
  return sql`INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at)
    SELECT ${id}, ${showId}, 'notify-collected', ${payload}, ${effectKey}, ${createdAt}
    WHERE EXISTS (SELECT 1 FROM collected_notifications c WHERE c.show_id = ${showId} AND c.user_id = ${userId})
    ON CONFLICT DO NOTHING`;
}

/** Stores a notification for the e-mail at the end of the user's window. */
export async function collectNotification(store: ShowStore, row: Notification, jobId: string): Promise<void> {
  await store.write([insertCollected(store, row), insertWindowJob(store, { ...row, id: jobId })]);
}

/** The user's collected notifications, the oldest first. */
export async function readCollected(
  store: ShowStore,
  userId: string,
  limit: number,
): Promise<Notification[]> {
  return store.db
    .select()
    .from(collectedNotifications)
    .where(ofUser(store, userId))
    .orderBy(asc(collectedNotifications.createdAt), asc(collectedNotifications.documentId))
    .limit(limit);
}

/** Removes sent notifications. With `nextJob`, what is left is sent at the end of the user's window. */
export async function removeCollected(
  store: ShowStore,
  userId: string,
  rows: readonly Notification[],
  nextJob: { id: string; createdAt: string } | null,
): Promise<void> {
  await store.write([
    sql`DELETE FROM collected_notifications WHERE show_id = ${store.showId} AND user_id = ${userId}
      AND (document_id, version, event) IN (SELECT value ->> 'documentId', value ->> 'version', value ->> 'event'
        FROM json_each(${JSON.stringify(rows)}))`,
    ...(nextJob ? [insertWindowJob(store, { ...nextJob, userId })] : []),
  ]);
}

/** Drops what was collected for an event that is taken back. */
export function deleteCollectedOf({ showId }: ShowStore, documentId: string, version: number): Write {
  return sql`DELETE FROM collected_notifications WHERE show_id = ${showId} AND document_id = ${documentId} AND version = ${version}`;
}
