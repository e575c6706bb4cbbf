import { io, type Socket } from 'socket.io-client';
import type { Served } from './harness.ts';

const clients: Socket[] = [];

export const cookie = (token: string): Record<string, string> => ({ cookie: `session-token=${token}` });

/** Connects a stock client of this session and records all messages in order. `showId` and `userId`: those that its window names. */
export async function connect(
  backlot: Served,
  token: string | null,
  transports: string[] = ['websocket'],
  showId?: string,
  userId?: string,
) {
  const socket = io(backlot.url.href, {
    transports,
    forceNew: true,
    reconnection: false,
    auth: { userId: 'ada', showId: 'show1' },
    ...(showId !== undefined && { query: { showId, ...(userId !== undefined && { userId }) } }),
    extraHeaders: token === null ? {} : cookie(token),
  });
  clients.push(socket);
  const received: [string, unknown][] = [];
  socket.onAny((event: string, data: unknown) => received.push([event, data]));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, received };
}

/** Call after each test. */
export function disconnectAll(): void {
  for (const client of clients.splice(0)) client.disconnect();
}
