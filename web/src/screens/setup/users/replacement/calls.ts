import type { ReplacementsOfUser } from '#domain/replacement/replacement-response';
import { api, ask } from '../../../../api.ts';

/** What lists a user, and their replacements of the last month (REPL-05). */
export function readReplacements(showId: string, userId: string): Promise<ReplacementsOfUser> {
  return ask(api.api.replacements.$get({ query: { showId, userId } }));
}
