import { Webhook } from 'standardwebhooks';

/** A webhook message to send; `body` is signed unchanged. */
export interface WebhookMessage {
  id: string;
  body: string;
  /** The current secret, and the previous one while it is still valid. */
  secrets: readonly string[];
}

/** The result of an attempt; `failure` is null after success. */
export interface WebhookResult {
  statusCode: number | null;
  durationMs: number;
  failure: string | null;
}

const timeLimitMs = 10_000;

/** Signs by the Standard Webhooks scheme, once with each secret. */
function headersOf({ id, body, secrets }: WebhookMessage, at: Date): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Backlot-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

function failureOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  if (status >= 300 && status <= 399) return 'It responded with a redirect, which Backlot does not follow.';
  return `It responded with status ${status}.`;
}

/**
 * Posts one message and only reads the status of the response: 2xx means success. Never throws. The caller has checked
 * `url` with `urlRejection`.
 */
export async function postWebhook(url: string, message: WebhookMessage): Promise<WebhookResult> {
  const startedAt = new Date();
  const elapsedMs = () => Math.max(0, Date.now() - startedAt.getTime());
  try {
    const response = await fetch(
      new Request(url, {
        method: 'POST',
        headers: headersOf(message, startedAt),
        body: message.body,
        // Only the registered address was checked.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeLimitMs),
      }),
    );
    const durationMs = elapsedMs();
    // The response body is not needed, whatever its size.
    await response.body?.cancel().catch(() => undefined);
    const { status } = response;
    // An endpoint can respond with a status outside the valid range, such as 999.
    const statusCode = status >= 100 && status <= 599 ? status : null;
    return { statusCode, durationMs, failure: failureOf(status) };
  } catch (error) {
    const isTimeout =
      error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
    const failure = isTimeout ? 'It did not respond within 10 seconds.' : 'It could not be reached.';
    return { statusCode: null, durationMs: elapsedMs(), failure };
  }
}
