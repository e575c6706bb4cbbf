import { rememberShow } from '#store/directory/users';
import { selectShow } from '#store/directory/sessions';
import type { RequestContext } from '#verbs/request/context';

/** At start-up a show becomes the session's selected one and heads the recently viewed list (DEC-10, DEC-86). */
export async function chooseShow({ env, user, show, now }: RequestContext, tokenHash: string): Promise<void> {
  await Promise.all([selectShow(env, tokenHash, show.id), rememberShow(env, user.id, show.id, now)]);
}
