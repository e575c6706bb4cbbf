import { Refusal } from '#domain/codes';
import { about, endsAs, log, traced } from '#edges/log';

/** How a request ended: its status, what threw, whose it was. */
interface Ended {
  status: number;
  error: Error | undefined;
  user: string | null;
  show: string | null;
  /** The id of the API token that it came with. */
  token: string | null;
}

/**
 * Handles a request with one line and one span. Addresses may hold secrets and what people search for: the `route` stands
 * for them.
 */
export function traceRequest(
  platform: object,
  facts: { requestId: string; method: string; route: string },
  handle: () => Promise<Ended>,
): Promise<void> {
  return traced(platform, 'request', facts, async () => {
    const { status, error, user, show, token } = await handle();
    about({
      status,
      ...(error instanceof Refusal && { code: error.code }),
      user,
      show,
      ...(token !== null && { token }),
    });
    // Who tried what he may not, or too often, or what has to wait while its show moves.
    if ([403, 429, 503].includes(status)) endsAs('warn');
    else if (status >= 500) endsAs('error', error);
  });
}

/** The line of a request that is not traced, for those of sockets come all the time, and that nobody could answer. */
export function logUnanswered(
  facts: { requestId: string; method: string; route: string },
  error: unknown,
): void {
  log('error', 'request', { ...facts, status: 500 }, error);
}
