import { Webhook } from 'standardwebhooks';

/** One message as it leaves; `body` is signed as it stands. */
export interface WebhookMessage {
  id: string;
  body: string;
  /** The present secret, and the one before it while that is still good. */
  secrets: readonly string[];
}

/** What came of a try; `failure` null: the endpoint has it. */
export interface WebhookAnswer {
  statusCode: number | null;
  durationMs: number;
  failure: string | null;
}

const timeLimitMs = 10_000;

/** Signed by the Standard Webhooks scheme, once with each secret. */
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
 * Posts one message, and looks at nothing but the status of its answer: 2xx means that it arrived. Never throws; `url` has
 * been looked at before (`urlRejection`).
 */
export async function postWebhook(url: string, message: WebhookMessage): Promise<WebhookAnswer> {
  const begun = new Date();
  const took = () => Math.max(0, Date.now() - begun.getTime());
  try {
    const response = await fetch(
      new Request(url, {
        method: 'POST',
        headers: headersOf(message, begun),
        body: message.body,
        // It is this address that was registered, and looked at.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeLimitMs),
      }),
    );
    const durationMs = took();
    // What it says is of no use to us, however much it is.
    await response.body?.cancel().catch(() => undefined);
    const { status } = response;
    // Nobody keeps an endpoint from answering 999.
    const statusCode = status >= 100 && status <= 599 ? status : null;
    return { statusCode, durationMs, failure: failureOf(status) };
  } catch (error) {
    const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
    const failure = isLate ? 'It did not respond within 10 seconds.' : 'It could not be reached.';
    return { statusCode: null, durationMs: took(), failure };
  }
}
