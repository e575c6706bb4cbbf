export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');
export const concatBytes = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);

/** Repeats the piece up to this size. */
export function repeatToSize(size: number, piece: string, start = '', end = ''): Uint8Array {
  const room = Math.max(0, size - start.length - end.length);
  const body = Buffer.alloc(Math.floor(room / piece.length) * piece.length, piece, 'latin1');
  return concatBytes(bytesOf(start), body, bytesOf(end));
}
