import type { LogFormat } from '#domain/lists/log-format';
import type { Log } from './log-writer.ts';

export const logTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<LogFormat, string>;

/** Streams a log as a file. The library for spreadsheets is loaded with the first one. */
export async function createLogFile<Row>(
  log: Log<Row>,
  format: LogFormat,
): Promise<ReadableStream<Uint8Array>> {
  const { logFile } = await import('./log-writer.ts');
  return logFile(log, format);
}
