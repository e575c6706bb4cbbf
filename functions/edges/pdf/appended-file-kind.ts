type AppendedFileKind = 'pdf' | 'image/jpeg' | 'image/png';

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

export function containsText(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder('latin1').decode(bytes).includes(text);
}

/** Detects PDF, JPG and PNG by their first bytes, whatever the file name; null for every other type (AT-18). */
export function appendedFileKind(bytes: Uint8Array): AppendedFileKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  // PDF readers accept some bytes before the header.
  return containsText(bytes.subarray(0, 1024), '%PDF-') ? 'pdf' : null;
}
