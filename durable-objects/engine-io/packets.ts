import { Buffer } from 'node:buffer';
import { decodePacket, decodePayload, encodePacket, type Packet as ParsedPacket } from 'engine.io-parser';

export type MessageData = string | ArrayBuffer | ArrayBufferView;

export interface Packet {
  type: 'open' | 'close' | 'ping' | 'pong' | 'message' | 'upgrade' | 'noop';
  data?: MessageData;
}

const separator = '\x1e';

/** Encodes one packet as one WebSocket frame. */
export function frameOf(packet: Packet): string | ArrayBuffer | ArrayBufferView {
  let frame: string | ArrayBuffer | ArrayBufferView = '';
  encodePacket(packet, true, (encoded: string | ArrayBuffer | ArrayBufferView) => {
    frame = encoded;
  });
  return frame;
}

/** Encodes packets as the body of a poll. The parser's own encoder needs FileReader for binary in this runtime. */
export function payloadOf(packets: readonly Packet[]): string {
  return packets.map(textOf).join(separator);
}

function textOf(packet: Packet): string {
  const { data } = packet;
  if (data === undefined || typeof data === 'string') {
    const frame = frameOf(packet);
    if (typeof frame === 'string') return frame;
    throw new TypeError('A packet of text made a binary frame');
  }
  const bytes =
    data instanceof ArrayBuffer
      ? Buffer.from(data)
      : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return `b${bytes.toString('base64')}`;
}

/** Returns bytes, or characters of a text. */
export function sizeOf(frame: string | ArrayBuffer): number {
  return typeof frame === 'string' ? frame.length : frame.byteLength;
}

/** Decodes the packet in a WebSocket frame, or returns null when it is invalid. */
export function packetIn(frame: string | ArrayBuffer): Packet | null {
  return packetFrom(decodePacket(frame, 'arraybuffer'));
}

/** Decodes the packets of a POST body in order, or returns null when one of them is invalid. */
export function packetsIn(payload: string): Packet[] | null {
  const packets: Packet[] = [];
  for (const parsed of decodePayload(payload, 'arraybuffer')) {
    const packet = packetFrom(parsed);
    if (packet === null) return null;
    packets.push(packet);
  }
  return packets;
}

function packetFrom({ type, data }: ParsedPacket): Packet | null {
  if (type === 'error') return null;
  const content: unknown = data;
  if (typeof content === 'string' || content instanceof ArrayBuffer) return { type, data: content };
  return { type };
}

const refusals = {
  unknownTransport: { code: 0, message: 'Transport unknown' },
  unknownSession: { code: 1, message: 'Session ID unknown' },
  badMethod: { code: 2, message: 'Bad handshake method' },
  badRequest: { code: 3, message: 'Bad request' },
  forbidden: { code: 4, message: 'Forbidden' },
  unknownVersion: { code: 5, message: 'Unsupported protocol version' },
} as const;

/** Returns a 400, or a 403, in the format of the protocol. */
export function refusal(reason: keyof typeof refusals): Response {
  const status = reason === 'forbidden' ? 403 : 400;
  return Response.json(refusals[reason], { status, headers: { 'cache-control': 'no-store' } });
}

/** Returns the response to a poll or a POST. */
export function textAnswer(body: string): Response {
  return new Response(body, {
    headers: { 'content-type': 'text/plain; charset=UTF-8', 'cache-control': 'no-store' },
  });
}

/** Returns a request's body as text, or null as soon as it exceeds `limit` bytes. */
export async function readBody(request: Request, limit: number): Promise<string | null> {
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
