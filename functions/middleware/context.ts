import type { Context } from 'hono';
import type { Access } from '#store/directory/sessions';
import type { ShowStore } from '#store/open';

/** What every handler finds in its context. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** The instant of this request; one clock for everything it writes. */
    now: string;
    /** Set by `session`; only routes behind it may read it. */
    access: Access;
    /** Set when the call opened a show. */
    store?: ShowStore;
  };
}

export type AppContext = Context<AppEnv>;
