import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import type { SandboxEnv } from './env.ts';

/** Operations that can fail on request; `*` matches all of them. */
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
  'budget.get',
  'rates.get',
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

interface TakenFailure {
  mode: (typeof modes)[number];
  status: number;
  message: string;
  delay_ms: number;
}

/** Plans one failure; the oldest is used first. */
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

async function takeFailure(
  db: D1Database,
  license: string,
  operation: Operation,
): Promise<TakenFailure | null> {
  return db
    .prepare(
      `UPDATE switches SET times_left = times_left - 1 WHERE seq = (
         SELECT seq FROM switches WHERE license = ?1 AND operation IN (?2, '*') AND times_left > 0 ORDER BY seq LIMIT 1
       ) RETURNING mode, status, message, delay_ms`,
    )
    .bind(license, operation)
    .first<TakenFailure>();
}

/**
 * Runs the operation with the planned failure: refused, delayed, answered with half of the body, or posted without an
 * answer.
 */
export function failureSwitch(operation: Operation) {
  return createMiddleware<{ Bindings: SandboxEnv }>(async (context, next) => {
    const failure = await takeFailure(context.env.LEDGER, context.req.param('license') ?? '', operation);
    if (failure === null) return next();
    switch (failure.mode) {
      case 'FAIL':
        return Response.json({ message: failure.message }, { status: failure.status });
      case 'GARBAGE':
        return new Response('{"accepted": tru', { headers: { 'Content-Type': 'application/json' } });
      case 'DELAY':
        await scheduler.wait(failure.delay_ms);
        return next();
      case 'STALL_AFTER_POSTING':
        await next();
        await scheduler.wait(failure.delay_ms);
    }
  });
}
