/**
 * Prices and limits of the Workers Paid plan, as published in 2026. Each price: amount included per month, then dollars
 * per further unit. https://developers.cloudflare.com/workers/platform/pricing/ · /d1/platform/pricing/ ·
 * /d1/platform/limits/ · /durable-objects/platform/pricing/ · /queues/platform/pricing/ · /browser-run/pricing/ ·
 * /browser-run/limits/ · /workers/observability/logs/workers-logs/ · /email-service/platform/pricing/. Read replicas cost
 * nothing: /d1/best-practices/read-replication/.
 */
export const prices = {
  requests: { included: 10e6, unit: 1e6, dollars: 0.3 },
  cpuMs: { included: 30e6, unit: 1e6, dollars: 0.02 },
  rowsRead: { included: 25e9, unit: 1e6, dollars: 0.001 },
  rowsWritten: { included: 50e6, unit: 1e6, dollars: 1 },
  storageGb: { included: 5, unit: 1, dollars: 0.75 },
  /** Write, read and delete of one message count as three. */
  queueOperations: { included: 1e6, unit: 1e6, dollars: 0.4 },
  /** Twenty incoming WebSocket messages count as one. */
  objectRequests: { included: 1e6, unit: 1e6, dollars: 0.15 },
  objectGbSeconds: { included: 400_000, unit: 1e6, dollars: 12.5 },
  browserHours: { included: 10, unit: 1, dollars: 0.09 },
  /** The most at once of each day, averaged over the month. */
  browsersAtOnce: { included: 10, unit: 1, dollars: 2 },
  mails: { included: 3000, unit: 1000, dollars: 0.35 },
  logLines: { included: 20e6, unit: 1e6, dollars: 0.6 },
} as const;

export type Priced = keyof typeof prices;

/** Monthly price of the plan. */
export const planDollars = 5;

export const limits = {
  databaseGb: 10,
  /** A database runs one query at a time: at most the sum of a second. */
  databaseBusyMs: 1000,
  accountStorageGb: 1000,
  browsers: 120,
  /** `max_concurrency` of the PDF queue in wrangler.toml. */
  pdfConsumers: 5,
  queueMessagesPerSecond: 5000,
} as const;

/** Returns the dollars per month for this amount. */
export function dollarsOf(what: Priced, amount: number): number {
  const { included, unit, dollars } = prices[what];
  return (Math.max(0, amount - included) / unit) * dollars;
}
