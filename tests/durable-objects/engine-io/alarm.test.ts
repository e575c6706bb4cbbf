import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Engine } from '../../../durable-objects/engine-io/engine.ts';

const began = Date.parse('2026-11-21T12:00:00.000Z');
beforeEach(() => {
  vi.useFakeTimers({ now: began });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An engine without a runtime: polling sessions, and the times of its alarm in seconds from the start. */
function alone() {
  let alarm: number | null = null;
  const storage = {
    getAlarm: () => Promise.resolve(null),
    setAlarm: (time: number) => Promise.resolve(void (alarm = time)),
  };
  const context = {
    storage,
    getWebSockets: () => [],
    blockConcurrencyWhile: (work: () => Promise<void>) => work(),
    waitUntil: () => {},
  };
  let sessions = 0;
  const engine = new Engine(context as unknown as DurableObjectState, {
    identify: () => ({ newSid: `sid${(sessions += 1)}`, key: '', identity: {} }),
    onOpen: () => {},
    onMessage: () => {},
    onClose: () => {},
    report: (_event, error) => expect.fail(String(error)),
  });
  const url = (sid: string) =>
    `https://backlot.example/socket.io/?EIO=4&transport=polling${sid && `&sid=${sid}`}`;
  const request = async (sid: string, body?: string) => {
    const posted = body === undefined ? {} : { method: 'POST', body };
    return (await engine.fetch(new Request(url(sid), posted))).text();
  };
  return {
    open: async () => (JSON.parse((await request('')).slice(1)) as { sid: string }).sid,
    pinged: async (sid: string) => (await request(sid)) === '2',
    answer: (sid: string) => request(sid, '3'),
    /** Advances the time to this second and fires the alarm. */
    ring: (second: number) => {
      vi.setSystemTime(began + second * 1000);
      engine.alarm();
    },
    ringsAt: () => (alarm === null ? null : (alarm - began) / 1000),
  };
}

test('DEC-56: the alarm is set to the ping deadline while a session is unanswered, else to the next round', async () => {
  const engine = alone();
  const [one, two] = [await engine.open(), await engine.open()];
  expect(engine.ringsAt()).toBe(25);
  engine.ring(25);
  expect([await engine.pinged(one), await engine.pinged(two), engine.ringsAt()]).toEqual([true, true, 45]);
  vi.setSystemTime(began + 26_000);
  await engine.answer(one);
  expect(engine.ringsAt()).toBe(45);
  await engine.answer(two);
  expect(engine.ringsAt()).toBe(51);
  engine.ring(51);
  expect([await engine.pinged(one), await engine.pinged(two), engine.ringsAt()]).toEqual([true, true, 71]);
  // One session answers, the other one never does again.
  await engine.answer(one);
  expect(engine.ringsAt()).toBe(71);
  engine.ring(71);
  expect([await engine.answer(two), engine.ringsAt()]).toEqual([expect.stringContaining('unknown'), 96]);
});
