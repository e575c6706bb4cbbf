import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../simulator/random.ts';
import { onLoopback } from './loopback.ts';

/** How accounting does: well, not at all, failing every other time, 30 seconds late, in half sentences, or silent once it has posted. */
export type Mood = 'well' | 'down' | 'half' | 'slow' | 'garbage' | 'silent';

export interface FaultyBooks {
  /** For ACCOUNTING_URL. */
  address: string;
  mood: Mood;
  /** Postings that reached it, in whatever mood. */
  asked: number;
  close: () => void;
}

/** A real HTTP server in front of the accounting system at `behind`, which does as its mood is. */
export async function faultyBooks(behind: () => string, chance: Chance): Promise<FaultyBooks> {
  const pass = async (request: IncomingMessage, body: Buffer) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name))
        headers.set(name, value);
    const method = request.method ?? 'GET';
    const sent = method === 'GET' ? {} : { body: new Uint8Array(body) };
    const answer = await fetch(behind() + (request.url ?? ''), { method, headers, ...sent });
    return { status: answer.status, text: await answer.text() };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    if (request.method === 'POST') books.asked += 1;
    const say = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    const { mood } = books;
    if (mood === 'down') return void request.socket.destroy();
    if (mood === 'half' && chance.hits(0.5)) return void say(503, '{"message":"Busy."}');
    if (mood === 'slow') await pause(30_000);
    // Garbage says nothing of whether it was posted.
    const isPosted = mood !== 'garbage' || chance.hits(0.5);
    const { status, text } = isPosted ? await pass(request, body) : { status: 200, text: '' };
    if (mood === 'silent') return;
    say(status, mood === 'garbage' ? '{"accepted": tru' : text);
  };
  const { address, close } = await onLoopback((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  const books: FaultyBooks = { address: `${address}/sandbox`, mood: 'well', asked: 0, close };
  return books;
}
