import { log } from '#edges/log';
import { readLiveSessions } from '#store/directory/live-sessions';
import { readTaskStatuses } from '#verbs/pdf/pdf-tasks';

/** What the realtime object asks when it needs the truth, and how it says what failed: it knows no database (DEC-56). */
export const realtimeParts = {
  readTasks: readTaskStatuses,
  readLiveSessions,
  report: (event: string, error: unknown) => log('error', event, {}, error),
};
