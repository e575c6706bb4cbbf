/** The part of a V8 CPU profile that is needed here; times in microseconds. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

interface Answer {
  id?: number;
  result?: { profile?: CpuProfile };
}

/** Where the product's Worker spends its time while `work` is done: its functions by their own time, in milliseconds. */
export async function profileOf(
  inspector: string,
  work: () => Promise<unknown>,
): Promise<{ name: string; ms: number }[]> {
  const socket = new WebSocket(new URL('/core:user:backlot', inspector));
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
  await ask('Profiler.setSamplingInterval', { interval: 200 });
  await ask('Profiler.start');
  await work();
  const { result } = await ask('Profiler.stop');
  socket.close();
  return result?.profile ? ownTimes(result.profile) : [];
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
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[n] ?? 0) / 1000);
  }
  return [...times].map(([name, ms]) => ({ name, ms })).toSorted((a, b) => b.ms - a.ms);
}
