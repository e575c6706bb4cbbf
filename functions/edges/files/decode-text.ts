import { unreadable, UnreadableSpreadsheet } from './workbook/unreadable-workbook.ts';

/**
 * Decodes a text file: UTF-8, UTF-16, or the system's code page, as Excel writes CSV. Throws `UnreadableSpreadsheet` for
 * bytes that are no text.
 */
export function decodeText(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (isWide) return new TextDecoder('utf-16le').decode(bytes);
  // A NUL byte means a picture or an old workbook, except in UTF-16.
  if (bytes.includes(0)) throw new UnreadableSpreadsheet(unreadable);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
