/**
 * Receives Backlot's webhooks: checks who sent a message and when, takes each event once, and answers at once.
 *
 *   npm install standardwebhooks
 *   WEBHOOK_SECRET=whsec_... PORT=9000 node webhook-receiver.mjs
 */
import { createServer } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

const secret = process.env['WEBHOOK_SECRET'] ?? '';
if (secret === '') {
  console.error('Set WEBHOOK_SECRET to the signing secret of the endpoint (whsec_...).');
  process.exit(1);
}
const webhook = new Webhook(secret);
const port = Number(process.env['PORT'] ?? 9000);

/** No message of Backlot's is larger. */
const mostBytes = 64 * 1024;

/**
 * Ids of the events that were taken. Keep yours in a table with a unique key, written in one transaction with what the
 * event leads to: then it happens once, whatever stops in between.
 */
const taken = new Set();

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > mostBytes) throw new WebhookVerificationError('Too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Handles an event. It names the document that changed; read the rest from the API. Events may arrive out of order: of two
 * for one document, the one with the higher version is later.
 *
 * @param {{ id: string, type: string, data: { document: { id: string, number: string, version: number } | null } }} event
 */
function take(event) {
  console.log(JSON.stringify({ taken: event.type, id: event.id, document: event.data.document }));
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function receive(request, response) {
  try {
    // The signature is of the bytes as they came: verify first, parse afterwards. It is refused after five minutes.
    const event = webhook.verify(
      await bodyOf(request),
      /** @type {Record<string, string>} */ (request.headers),
    );
    const { id } = /** @type {{ id: string }} */ (event);
    if (taken.has(id)) console.log(JSON.stringify({ repeated: id }));
    else {
      take(/** @type {Parameters<typeof take>[0]} */ (event));
      taken.add(id);
    }
    // Also for what came before: otherwise it is sent again and again.
    response.writeHead(204).end();
  } catch (error) {
    const isForged = error instanceof WebhookVerificationError;
    console.log(JSON.stringify({ refused: error instanceof Error ? error.message : String(error) }));
    // With 5xx Backlot tries again later.
    response.writeHead(isForged ? 400 : 500).end();
  }
}

const server = createServer((request, response) => void receive(request, response));

server.listen(port, '127.0.0.1', () => console.log(JSON.stringify({ listening: port })));
