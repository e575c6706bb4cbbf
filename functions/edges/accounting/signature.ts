const encoder = new TextEncoder();

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface Signable {
  method: string;
  url: URL;
  /** Unix time in whole seconds. */
  timestamp: number;
  idempotencyKey: string;
  body: string;
}

/** The value of `X-Backlot-Signature`: HMAC-SHA-256 over the five lines of the accounting contract (DEC-61). */
export async function signatureOf(secret: string, request: Signable): Promise<string> {
  const lines = [
    request.method,
    request.url.pathname + request.url.search,
    String(request.timestamp),
    request.idempotencyKey,
    hex(await crypto.subtle.digest('SHA-256', encoder.encode(request.body))),
  ];
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  return `v1=${hex(await crypto.subtle.sign('HMAC', key, encoder.encode(lines.join('\n'))))}`;
}
