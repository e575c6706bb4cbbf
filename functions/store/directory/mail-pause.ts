import { eq } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { mailPause } from './tables.ts';

const pauses = prepareRead(({ db }) => [
  db.select({ until: mailPause.until }).from(mailPause).where(eq(mailPause.id, 1)),
]);

/** Until when e-mails wait; null before the first pause. */
export const mailPauseQuery = (source: Source) =>
  mapQuery(pauses(source, {}), ([rows]) => rows[0]?.until ?? null);

export async function saveMailPause(env: Env, until: string): Promise<void> {
  await directory(env)
    .insert(mailPause)
    .values({ id: 1, until })
    .onConflictDoUpdate({ target: mailPause.id, set: { until } });
}
