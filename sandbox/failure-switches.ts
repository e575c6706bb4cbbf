import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import type { SandboxEnv } from './env.ts';

/** What can be made to go wrong; `*` stands for each of them. */
export const operations = [
  'po.push',
  'po.pull',
  'po.void',
  'invoice.push',
  'payment.release',
  'payment.list',
  'vendor.list',
  'company.list',
  'coa.list',
] as const;
export type Operation = (typeof operations)[number];

const modes = ['FAIL', 'DELAY', 'GARBAGE', 'STALL_AFTER_POSTING'] as const;

export const newSwitch = v.strictObject({
  operation: v.picklist([...operations, '*']),
  mode: v.picklist(modes),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 1),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 503),
  message: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
  delayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60_000)), 0),
});

interface Taken {
  mode: (typeof modes)[number];
  status: number;
  message: string;
  delay_ms: number;
}

/** Plans one misbehaviour; they are used up oldest first. */
export async function plan(
  db: D1Database,
  license: string,
  input: v.InferOutput<typeof newSwitch>,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO switches (license, operation, mode, times_left, status, message, delay_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .bind(license, input.operation, input.mode, input.times, input.status, input.message, input.delayMs)
    .run();
}

async function take(db: D1Database, license: string, operation: Operation): Promise<Taken | null> {
  return db
    .prepare(
      `UPDATE switches SET times_left = times_left - 1 WHERE seq = (
         SELECT seq FROM switches WHERE license = ?1 AND operation IN (?2, '*') AND times_left > 0 ORDER BY seq LIMIT 1
       ) RETURNING mode, status, message, delay_ms`,
    )
    .bind(license, operation)
    .first<Taken>();
}

/** Runs the operation as planned: refused, late, answered with half a page, or posted and then silent. */
export function misbehaving(operation: Operation) {
  return createMiddleware<{ Bindings: SandboxEnv }>(async (context, next) => {
    const taken = await take(context.env.LEDGER, context.req.param('license') ?? '', operation);
    if (taken === null) return next();
    switch (taken.mode) {
      case 'FAIL':
        return Response.json({ message: taken.message }, { status: taken.status });
      case 'GARBAGE':
        return new Response('{"accepted": tru', { headers: { 'Content-Type': 'application/json' } });
      case 'DELAY':
        await scheduler.wait(taken.delay_ms);
        return next();
      case 'STALL_AFTER_POSTING':
        await next();
        await scheduler.wait(taken.delay_ms);
    }
  });
}
