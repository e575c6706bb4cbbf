import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shardName, shardOfUser } from '#domain/realtime/realtime-shard';
import { connect, disconnectAll } from '../support/socket-echo/client.ts';
import { serve, type Served } from '../support/socket-echo/harness.ts';

let backlot: Served;
beforeAll(async () => {
  backlot = await serve('backlot', 'lively');
}, 60_000);
afterAll(() => backlot.stop());
afterEach(disconnectAll);

const signedIn = (token: string | null, transports?: string[], showId?: string) =>
  connect(backlot, token, transports, showId);
const changed = {
  docType: 'PO',
  id: 'show1_2',
  showId: 'show1',
  version: 2,
  status: 'SUBMITTED_FOR_APPROVAL',
  submissionStatus: 'Submitted for approval',
} as const;
const tellOf = (to: string[]) =>
  backlot.tell({ event: 'document_changed', data: changed, showId: 'show1', to });

describe('an ended session', () => {
  test.each([[['websocket']], [['polling']]])(
    "SE-20, DEC-100: signing out closes the session's sockets and no others, %j",
    async (transports) => {
      const [mine, other] = [await signedIn('token-ada', transports), await signedIn('token-ada-2')];
      await backlot.signOut('token-ada');
      await expect.poll(() => mine.socket.connected).toBe(false);
      await tellOf(['ada']);
      await expect.poll(() => other.received).toEqual([['document_changed', changed]]);
      expect(mine.received).toEqual([]);
    },
  );

  test('SE-20: a hibernating object closes them too', async () => {
    const { socket } = await signedIn('token-ada');
    await backlot.hibernate(shardName(shardOfUser('show1', 'ada', 2)), 'REALTIME');
    await backlot.signOut('token-ada');
    await expect.poll(() => socket.connected).toBe(false);
  });

  test('DEC-07, DEC-56: a heartbeat closes sockets of expired sessions, deactivated users and former members', async () => {
    const [closed, stays] = [await signedIn('token-eve'), await signedIn('token-ada')];
    const stranger = await signedIn(null);
    const [remaining, elsewhere] = [
      await signedIn('token-fay'),
      await signedIn('token-fay', ['websocket'], 'show3'),
    ];
    await backlot.expire('token-eve');
    await backlot.leave('fay', 'show1');
    await expect
      .poll(() => [closed.socket.connected, remaining.socket.connected], { timeout: 28_000 })
      .toEqual([false, false]);
    await tellOf(['eve', 'ada', 'fay']);
    await expect.poll(() => stays.received).toEqual([['document_changed', changed]]);
    expect([closed.received, remaining.received, elsewhere.received]).toEqual([[], [], []]);
    expect([stays, stranger, elsewhere].map(({ socket }) => socket.connected)).toEqual([true, true, true]);
  }, 40_000);
});
