import type { Json } from '#domain/history/history';
import type { Write } from '#store/d1/open';
import type { ContentChange } from '#verbs/lifecycle/prepare-change';
import type { OutboxRow } from '#verbs/outbox/jobs';

/** What a save writes, and whether it restarts the approval. */
export interface SavedContent {
  writes: Write[];
  content: ContentChange;
  /** The event's record of added and withdrawn files. */
  payload: Record<string, Json>;
  restart: boolean;
  /** The total that limits compare (CURR-30). */
  amountForLimitsCents: number;
}

/** The temporary vendor of a save: its record, the writes for the batch, and the jobs that follow. */
export interface SavedVendor {
  tempVendorId: string | null;
  tempVendorVersion: number | null;
  writes: Write[];
  outbox: OutboxRow[];
}
