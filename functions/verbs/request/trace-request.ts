import { Refusal } from '#domain/codes';
import { addLogFields, setLogLevel, log, withSpan } from '#edges/log';

/** The result of a request for its log line: status, error, user and show. */
interface RequestOutcome {
  status: number;
  error: Error | undefined;
  user: string | null;
  show: string | null;
  /** The id of the API token that authenticated the request. */
  token: string | null;
}

/**
 * Handles a request in one span and with one log line. Logs the `route` and not the URL, which may contain secrets and
 * search terms.
 */
export function traceRequest(
  platform: object,
  fields: { requestId: string; method: string; route: string },
  handle: () => Promise<RequestOutcome>,
): Promise<void> {
  return withSpan(platform, 'request', fields, async () => {
    const { status, error, user, show, token } = await handle();
    addLogFields({
      status,
      ...(error instanceof Refusal && { code: error.code }),
      user,
      show,
      ...(token !== null && { token }),
    });
    // Forbidden, rate limited, or unavailable while the show moves.
    if ([403, 429, 503].includes(status)) setLogLevel('warn');
    else if (status >= 500) setLogLevel('error', error);
  });
}

/** The log line of an untraced request that failed: socket requests are too frequent to trace. */
export function logUnanswered(
  fields: { requestId: string; method: string; route: string },
  error: unknown,
): void {
  log('error', 'request', { ...fields, status: 500 }, error);
}
