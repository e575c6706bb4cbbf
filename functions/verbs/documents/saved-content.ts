import type { Json } from '#domain/history/history';
import type { Write } from '#store/d1/open';
import type { ContentChange } from '#verbs/lifecycle/apply-change';
import type { OutboxRow } from '#verbs/outbox/jobs';

/** What a save writes, and what it means for the approval. */
export interface SavedContent {
  writes: Write[];
  content: ContentChange;
  /** What the event says of files that come and go. */
  payload: Record<string, Json>;
  restart: boolean;
}

/** What a save does about its temporary vendor: its record, statements for the batch, and what follows it. */
export interface SavedVendor {
  tempVendorId: string | null;
  tempVendorVersion: number | null;
  writes: Write[];
  outbox: OutboxRow[];
}
