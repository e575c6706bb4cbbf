/** The needed part of a V8 CPU profile; times in microseconds. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

interface Answer {
  id?: number;
  result?: { profile?: CpuProfile };
}

/** CPU time of a Worker, in total and by self time of its functions; in milliseconds. */
export interface Spent {
  worker: string;
  ms: number;
  functions: { name: string; ms: number }[];
}

/** Sampling interval in microseconds. */
const interval = 200;

/** Profiles every Worker of a workerd during `work`, including those of the local databases. */
export async function profileOf(inspector: string, work: () => Promise<unknown>): Promise<Spent[]> {
  const list = await fetch(new URL('/json/list', inspector.replace('ws:', 'http:')));
  const workers: { id: string }[] = await list.json();
  const begun = await Promise.all(workers.map(({ id }) => begin(id, new URL(`/${id}`, inspector))));
  await work();
  const ended = await Promise.all(begun.map((end) => end()));
  return ended.filter(({ ms }) => ms > 0).toSorted((a, b) => b.ms - a.ms);
}

async function begin(worker: string, address: URL): Promise<() => Promise<Spent>> {
  const socket = new WebSocket(address);
  const answers = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', (message) => {
    const answer = JSON.parse(String(message.data)) as Answer;
    if (answer.id !== undefined) answers.get(answer.id)?.(answer);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let sent = 0;
  const ask = (method: string, params = {}) =>
    new Promise<Answer>((resolve) => {
      sent += 1;
      answers.set(sent, resolve);
      socket.send(JSON.stringify({ id: sent, method, params }));
    });
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval });
  await ask('Profiler.start');
  return async () => {
    const { result } = await ask('Profiler.stop');
    socket.close();
    const functions = result?.profile ? ownTimes(result.profile) : [];
    return { worker, functions, ms: functions.reduce((sum, { ms }) => sum + ms, 0) };
  };
}

function ownTimes({ nodes, samples, timeDeltas }: CpuProfile): { name: string; ms: number }[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, lineNumber } }) => [
      id,
      `${functionName || '(anonymous)'}${lineNumber > 0 ? `:${lineNumber}` : ''}`,
    ]),
  );
  const times = new Map<string, number>();
  for (const [n, sample] of samples.entries()) {
    const name = names.get(sample) ?? '';
    // All Workers share one thread: a longer step is the time of other Workers.
    const ms = Math.min(timeDeltas[n] ?? 0, 2 * interval) / 1000;
    if (name !== '(idle)') times.set(name, (times.get(name) ?? 0) + ms);
  }
  return [...times].map(([name, ms]) => ({ name, ms })).toSorted((a, b) => b.ms - a.ms);
}
