import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from '#domain/codes';

/** Ids, counts and names of things; never typed text, addresses or amounts. */
type LogFields = Readonly<Record<string, string | number | boolean | null>>;
type Level = 'info' | 'warn' | 'error';

/**
 * The context of the current request, message or tick: its fields are part of each of its log lines and of its span.
 */
interface Trace {
  level: Level;
  error: unknown;
  fields: Record<string, LogFields[string]>;
}

const traces = new AsyncLocalStorage<Trace>();

/** Writes one structured line with the fields of the current context. */
export function log(level: Level, event: string, fields: LogFields, error?: unknown): void {
  const line = JSON.stringify({
    level,
    event,
    ...traces.getStore()?.fields,
    ...fields,
    ...(error !== undefined && { error: rootCause(error) }),
    ...(level === 'error' && error instanceof Error && { stack: stackFrames(error) }),
  });
  if (level === 'info') console.info(line);
  else if (level === 'warn') console.warn(line);
  else console.error(line);
}

/** Adds fields to the current context: its user, subject or result. A script has no context. */
export function addLogFields(fields: LogFields): void {
  Object.assign(traces.getStore()?.fields ?? {}, fields);
}

/** Sets the level of the final log line for a context that ends badly. */
export function setLogLevel(level: Level, error?: unknown): void {
  const trace = traces.getStore();
  if (trace) Object.assign(trace, { level, error });
}

/** Returns the id of the current request, message or tick; null in a script. */
export function currentRequestId(): string | null {
  const id = traces.getStore()?.fields['requestId'];
  return typeof id === 'string' ? id : null;
}

/**
 * Runs one request, message or tick. All its log lines carry `fields`, and it ends with one line and one span.
 * `platform` is the execution context, whose traces show databases and calls below that span.
 */
export async function withSpan<Result>(
  platform: object | undefined,
  event: string,
  fields: LogFields & { requestId: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const trace: Trace = { level: 'info', error: undefined, fields: { ...fields } };
  const startedAt = Date.now();
  const runTraced = () =>
    traces.run(trace, async () => {
      try {
        return await work();
      } finally {
        log(trace.level, event, { ms: Date.now() - startedAt }, trace.error);
      }
    });
  const spans = tracingOf(platform);
  if (!spans) return runTraced();
  return spans.enterSpan(event, async (span) => {
    try {
      return await runTraced();
    } finally {
      for (const [name, value] of Object.entries(trace.fields))
        if (value !== null) span.setAttribute(name, value);
    }
  });
}

/** Only the platform's own contexts have it. */
function tracingOf(platform: object | undefined): Tracing | null {
  return platform && 'tracing' in platform ? ((platform as ExecutionContext).tracing ?? null) : null;
}

/**
 * Returns the root cause in one short line, since database errors repeat the statement with its values and parser
 * errors their input. For a refusal, only the code, as its message may contain names.
 */
export function rootCause(error: unknown): string {
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

/** A code such as `E_RECIPIENT_SUPPRESSED`. */
function providerCode(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return /^[A-Z_]{1,60}$/.test(code) ? code : '';
}

/** The stack frames without the message above them, which may repeat typed text. */
function stackFrames(error: Error): string {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.slice(0, 12).join('\n');
}
