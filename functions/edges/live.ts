import type { LiveMessage } from '#domain/live';
import { shardName, shardOfShow, shardsIn, type LiveReceiver } from '#domain/realtime-shard';

/**
 * Hands a message to the object where the show's sockets are (DEC-56, DEC-100, RT-10). Call it after the commit. The
 * message is a hint that costs a refetch when lost, so this never throws: a failure is logged and forgotten.
 */
export async function tell(env: Env, message: LiveMessage): Promise<void> {
  if (message.to.length === 0) return;
  try {
    const shard = shardOfShow(message.showId, shardsIn(env.REALTIME_SHARDS));
    // The generated binding type does not know the class, whose one method is this interface.
    const receiver = env.REALTIME.getByName(shardName(shard)) as unknown as LiveReceiver;
    await receiver.tell(message);
  } catch (error) {
    console.error('live message lost', message.event, message.showId, error);
  }
}
