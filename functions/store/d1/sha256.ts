import { createHash } from 'node:crypto';

/** SHA-256 in hex. */
export function sha256(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex');
}
