import type { Context } from 'hono';
import type { TokenRow } from '#store/directory/api-tokens';
import type { Access, SessionRow } from '#store/directory/sessions';
import type { ShowStore } from '#store/d1/open';

/** The request context of every handler. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** The instant of this request; one clock for everything it writes. */
    now: string;
    /** Set by `session`; only the routes after it may read it. */
    access: Access;
    /** Set for calls with a cookie; only routes that no token can call read it. */
    session: SessionRow;
    /** Set for calls with a personal API token, which have no session. */
    token?: TokenRow;
    /** Set when the call opened a show. */
    store?: ShowStore;
  };
}

export type AppContext = Context<AppEnv>;
