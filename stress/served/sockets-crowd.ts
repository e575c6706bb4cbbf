/** A process of `sockets.ts`: stock clients of the realtime channel, and the messages that each of them receives. */
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

/** The user and the show of these clients. */
export interface SocketUser {
  name: string;
  showId: string;
  userId: string;
  cookie: string;
  /** The number of windows in each process. */
  windows: number;
}

export type Instruction =
  | { do: 'connect'; address: string; users: SocketUser[] }
  | { do: 'subscribe'; taskId: string }
  | { do: 'report' };

/** Messages of one client since the last report; `at` in epoch milliseconds of this machine. */
export interface Heard {
  name: string;
  showId: string;
  isConnected: boolean;
  drops: string[];
  messages: { at: number; event: string; data: Record<string, unknown> }[];
}

export type Report = { seconds: number } | { heard: Heard[] } | { error: string };

interface Window extends Heard {
  socket: Socket;
}

const windows: Window[] = [];

/** Connections opened at a time, as the queue of a listening socket is limited. */
const batchSize = 100;

function open(address: string, { name, showId, userId, cookie }: SocketUser): Promise<void> {
  const socket = io(address, {
    path: '/socket.io',
    extraHeaders: { cookie },
    auth: { userId, showId },
    query: { showId, userId },
    transports: ['websocket', 'polling'],
    forceNew: true,
    reconnection: false,
    timeout: 60_000,
  });
  const window: Window = { name, showId, isConnected: false, drops: [], messages: [], socket };
  windows.push(window);
  socket.onAny((event: string, data: Record<string, unknown>) =>
    window.messages.push({ at: Date.now(), event, data }),
  );
  socket.on('disconnect', (reason) => window.drops.push(reason));
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
}

async function obey(instruction: Instruction): Promise<Report> {
  if (instruction.do === 'connect') {
    const { address, users } = instruction;
    const began = Date.now();
    const all = users.flatMap((user) => Array.from({ length: user.windows }, () => user));
    for (let at = 0; at < all.length; at += batchSize)
      await Promise.all(all.slice(at, at + batchSize).map((user) => open(address, user)));
    return { seconds: (Date.now() - began) / 1000 };
  }
  if (instruction.do === 'subscribe')
    for (const { socket } of windows) socket.emit('subscribe_pdf_updates', instruction.taskId);
  return {
    heard: windows.map(({ name, showId, socket, drops, messages }) => {
      const heard = { name, showId, isConnected: socket.connected, drops, messages: messages.splice(0) };
      return heard;
    }),
  };
}

process.on('message', (instruction: Instruction) => {
  void obey(instruction)
    .catch((error: unknown): Report => ({ error: String(error) }))
    .then((report) => process.send?.(report));
});
process.once('disconnect', () => process.exit());
