import type { Context } from 'hono';
import type { TokenRow } from '#store/directory/api-tokens';
import type { Access, SessionRow } from '#store/directory/sessions';
import type { ShowStore } from '#store/d1/open';

/** What every handler finds in its context. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** The instant of this request; one clock for everything it writes. */
    now: string;
    /** Set by `session`; only routes behind it may read it. */
    access: Access;
    /** Of a call with a cookie; what no token reaches reads it. */
    session: SessionRow;
    /** Of a call with a personal API token, which has no session. */
    token?: TokenRow;
    /** Set when the call opened a show. */
    store?: ShowStore;
  };
}

export type AppContext = Context<AppEnv>;
