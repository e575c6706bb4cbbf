/**
 * Sends a create or a save so that the same one, sent again because no answer came, makes no second document and is no
 * conflict with itself (DEC-99). The key
 * stays for as long as what is sent does not change.
 */
export function createIdempotent<Stored>() {
  let unanswered: { text: string; key: string } | null = null;
  return async (
    sent: unknown,
    send: (headers: { 'Idempotency-Key': string }) => Promise<Stored>,
  ): Promise<Stored> => {
    const text = JSON.stringify(sent);
    if (unanswered?.text !== text) unanswered = { text, key: crypto.randomUUID() };
    const stored = await send({ 'Idempotency-Key': unanswered.key });
    unanswered = null;
    return stored;
  };
}
