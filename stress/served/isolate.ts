import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const timeoutMs = 5_000;

/** Returns the ports on which a process listens. */
function portsOf(pid: number): number[] {
  const folder = `/proc/${pid}/fd`;
  const sockets = new Set(
    readdirSync(folder).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, name)))?.[1] ?? [];
      } catch {
        // The descriptor was closed meanwhile.
        return [];
      }
    }),
  );
  const listening = '0A';
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === listening && sockets.has(fields[9] ?? ''))
    .map((fields) => Number.parseInt(fields[1]?.split(':')[1] ?? '', 16));
}

/** Returns the URL of the debugger of the product's Worker: one of the ports of this workerd. */
async function debuggerOf(pid: number): Promise<string> {
  for (const port of portsOf(pid)) {
    const list = await fetch(`http://127.0.0.1:${port}/json`, { signal: AbortSignal.timeout(2_000) })
      .then((answer) => answer.json())
      .catch(() => null);
    if (Array.isArray(list)) return `ws://127.0.0.1:${port}/core:user:backlot`;
  }
  throw new Error('The runtime has no debugger');
}

interface Heap {
  usedSize: number;
  embedderHeapUsedSize: number;
  backingStorageSize: number;
}

/**
 * Returns the memory of the product's Worker in MB after a garbage collection. The memory of the process is no measure:
 * workerd collects late, after hundreds of megabytes. The debugger of an idle Worker does not answer, so `call` is
 * repeated until it does.
 */
export async function workerMemoryOf(pid: number, call: () => Promise<unknown>): Promise<number> {
  const socket = new WebSocket(await debuggerOf(pid));
  const calls = setInterval(() => void call().catch(() => undefined), 200);
  const ask = (id: number, method: string) =>
    new Promise<unknown>((resolve, reject) => {
      setTimeout(() => reject(new Error(`Nobody answered ${method}`)), timeoutMs).unref();
      socket.addEventListener('error', () => reject(new Error('The debugger is not there')));
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
        if (answer.id === id) resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('The debugger is not there')));
    });
    await ask(1, 'HeapProfiler.collectGarbage');
    const heap = (await ask(2, 'Runtime.getHeapUsage')) as Heap;
    return (heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize) / 2 ** 20;
  } finally {
    clearInterval(calls);
    socket.close();
  }
}
