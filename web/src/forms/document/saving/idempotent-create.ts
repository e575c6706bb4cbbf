/**
 * Sends a create or save with an idempotency key, so that a repeated request creates no second document and no conflict
 * with itself. The key stays the same while the payload does (DEC-99).
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
