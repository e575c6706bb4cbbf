import { readLiveSessions } from '#store/directory/live-sessions';
import { readTaskStatus } from '#verbs/pdf-tasks';

/** What the realtime object asks when it needs the truth: it knows no database (DEC-56). */
export const realtimeReads = { readTask: readTaskStatus, readLiveSessions };
