import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from '#domain/codes';

/** Ids, counts and names of things; never what people typed, their addresses, or amounts. */
type Facts = Readonly<Record<string, string | number | boolean | null>>;
type Level = 'info' | 'warn' | 'error';

/** What is under way, and what is known of it so far: each line that it writes says so, and so does its span. */
interface Trace {
  level: Level;
  error: unknown;
  facts: Record<string, Facts[string]>;
}

const traces = new AsyncLocalStorage<Trace>();

/** One structured line of what happened, with the ids of what it happened in. */
export function log(level: Level, event: string, facts: Facts, error?: unknown): void {
  const line = JSON.stringify({
    level,
    event,
    ...traces.getStore()?.facts,
    ...facts,
    ...(error !== undefined && { error: causeOf(error) }),
    ...(level === 'error' && error instanceof Error && { stack: placesOf(error) }),
  });
  if (level === 'info') console.info(line);
  else if (level === 'warn') console.warn(line);
  else console.error(line);
}

/** Says more of what is under way: whose it is, what it is about, how it ended. Nothing is under way in a script. */
export function about(facts: Facts): void {
  Object.assign(traces.getStore()?.facts ?? {}, facts);
}

/** What is under way ends worse than well. */
export function endsAs(level: Level, error?: unknown): void {
  const trace = traces.getStore();
  if (trace) Object.assign(trace, { level, error });
}

/** The id of the request, message or tick that all this began with; null in a script. */
export function originId(): string | null {
  const id = traces.getStore()?.facts['requestId'];
  return typeof id === 'string' ? id : null;
}

/**
 * Does one request, message or tick: everything logged on its way carries `facts`, and it has one line and one span at
 * its end. `platform` is the execution's context, whose traces show the databases and calls below that span.
 */
export async function traced<Done>(
  platform: object | undefined,
  event: string,
  facts: Facts & { requestId: string },
  work: () => Promise<Done>,
): Promise<Done> {
  const trace: Trace = { level: 'info', error: undefined, facts: { ...facts } };
  const began = Date.now();
  const done = () =>
    traces.run(trace, async () => {
      try {
        return await work();
      } finally {
        log(trace.level, event, { ms: Date.now() - began }, trace.error);
      }
    });
  const spans = tracingOf(platform);
  if (!spans) return done();
  return spans.enterSpan(event, async (span) => {
    try {
      return await done();
    } finally {
      for (const [name, value] of Object.entries(trace.facts))
        if (value !== null) span.setAttribute(name, value);
    }
  });
}

/** Only the platform's own contexts have it. */
function tracingOf(platform: object | undefined): Tracing | null {
  return platform && 'tracing' in platform ? ((platform as ExecutionContext).tracing ?? null) : null;
}

/**
 * The innermost cause in one short line: what wraps a database's error repeats the statement with all its values, and
 * parsers repeat what they could not read. Of a refusal the code alone: its words may be those of others, who name people.
 */
export function causeOf(error: unknown): string {
  if (error instanceof Refusal) return [error.code, providerCode(error.cause)].filter(Boolean).join(' ');
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const [first = ''] = (cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause).split(
    '\n',
  );
  return first
    .replaceAll(/\S+@\S+/g, '(address)')
    .replaceAll(/"[^"]*"?/g, '(text)')
    .replaceAll(/\d[\d,]*\.\d{2}\b/g, '(amount)')
    .replaceAll(/\breceived .*/g, 'received (value)')
    .slice(0, 200);
}

/** `E_RECIPIENT_SUPPRESSED` and the like. */
function providerCode(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return /^[A-Z_]{1,60}$/.test(code) ? code : '';
}

/** Where it happened; the lines above are the message, which may repeat what people typed. */
function placesOf(error: Error): string {
  const places = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return places.slice(0, 12).join('\n');
}
