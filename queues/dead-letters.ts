/** What no consumer could do is said once, loudly, with its body; the rows stay open, so the sweep still finds them. */
export async function consumeDeadLetters(batch: MessageBatch): Promise<void> {
  for (const message of batch.messages) {
    console.error(
      JSON.stringify({ level: 'error', event: 'dead-letter', id: message.id, body: message.body }),
    );
    message.ack();
  }
}
