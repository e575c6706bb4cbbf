import { log } from '#edges/log';
import { readLiveSessions } from '#store/directory/sessions';
import { readTaskStatuses } from '#verbs/pdf/pdf-tasks';

/** The reads and the error log for the realtime object, which accesses no database itself (DEC-56). */
export const realtimeDependencies = {
  readTasks: readTaskStatuses,
  readLiveSessions,
  report: (event: string, error: unknown) => log('error', event, {}, error),
};
