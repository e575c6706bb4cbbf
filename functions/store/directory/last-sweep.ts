import { directory } from '#store/d1/open';
import { lastSweep } from './tables.ts';

/** The only row. */
const id = 1;

export async function recordSweep(env: Env, endedAt: string): Promise<void> {
  await directory(env)
    .insert(lastSweep)
    .values({ id, endedAt })
    .onConflictDoUpdate({ target: lastSweep.id, set: { endedAt } });
}

/** When the last sweep ended; null before the first. */
export async function readLastSweep(env: Env): Promise<string | null> {
  const rows = await directory(env).select({ endedAt: lastSweep.endedAt }).from(lastSweep);
  return rows[0]?.endedAt ?? null;
}
