import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../simulator/random.ts';
import { onLoopback } from './loopback.ts';

/**
 * How accounting answers: well, not at all, failing every other time, 30 seconds late, with half of its JSON, or not at
 * all after posting.
 */
export type FailureMode = 'well' | 'down' | 'half' | 'slow' | 'garbage' | 'silent';

export interface FaultyAccounting {
  /** Value of ACCOUNTING_URL. */
  address: string;
  failureMode: FailureMode;
  /** Postings received in any failure mode. */
  asked: number;
  close: () => void;
}

/** Starts a real HTTP server in front of the accounting system at `upstream`, which fails according to its mode. */
export async function faultyAccounting(upstream: () => string, chance: Chance): Promise<FaultyAccounting> {
  const pass = async (request: IncomingMessage, body: Buffer) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name))
        headers.set(name, value);
    const method = request.method ?? 'GET';
    const sent = method === 'GET' ? {} : { body: new Uint8Array(body) };
    const answer = await fetch(upstream() + (request.url ?? ''), { method, headers, ...sent });
    return { status: answer.status, text: await answer.text() };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    if (request.method === 'POST') books.asked += 1;
    const respond = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    const { failureMode } = books;
    if (failureMode === 'down') return void request.socket.destroy();
    if (failureMode === 'half' && chance.hits(0.5)) return void respond(503, '{"message":"Busy."}');
    if (failureMode === 'slow') await pause(30_000);
    // A garbage answer leaves open whether it was posted.
    const isPosted = failureMode !== 'garbage' || chance.hits(0.5);
    const { status, text } = isPosted ? await pass(request, body) : { status: 200, text: '' };
    if (failureMode === 'silent') return;
    respond(status, failureMode === 'garbage' ? '{"accepted": tru' : text);
  };
  const { address, close } = await onLoopback((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  const books: FaultyAccounting = { address: `${address}/sandbox`, failureMode: 'well', asked: 0, close };
  return books;
}
