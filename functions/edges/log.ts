/** Ids, counts and names of things; never what people typed, their addresses, or amounts. */
type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** One structured line of what happened outside a request. */
export function log(level: 'info' | 'warn' | 'error', event: string, facts: Facts, error?: unknown): void {
  const line = JSON.stringify({
    level,
    event,
    ...facts,
    ...(error !== undefined && { error: causeOf(error) }),
  });
  if (level === 'info') console.info(line);
  else if (level === 'warn') console.warn(line);
  else console.error(line);
}

/**
 * The innermost cause in one short line: what wraps a database's error repeats the statement with all its values, and
 * mail providers name the address.
 */
export function causeOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const [first = ''] = (cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause).split(
    '\n',
  );
  return first.replaceAll(/\S+@\S+/g, '(address)').slice(0, 200);
}
