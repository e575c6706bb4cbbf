import { crc32, inflateRawSync } from 'node:zlib';
import { importLimits } from '#domain/import/table';
import { tooLarge, unreadable, UnreadableSpreadsheet } from './unreadable-workbook.ts';

/** Limits of the directory of a workbook; a workbook of ten sheets has some 30 entries. */
export const zipLimits = {
  entries: 1000,
  /** Unpacked bytes per packed byte of an entry above `ratioBytes`: sheets have 20, blank ones 100. */
  ratio: 250,
  ratioBytes: 1024 * 1024,
} as const;

const endRecord = 0x06054b50;
const endLength = 22;
/** The longest comment after the end record. */
const maxComment = 0xffff;
const directoryEntry = 0x02014b50;
const entryLength = 46;
const localEntry = 0x04034b50;
const localLength = 30;
const stored = 0;
const deflated = 8;

interface Entry {
  method: number;
  packed: number;
  unpacked: number;
  crc: number;
  local: number;
}

/** The entries of a workbook by name. Nothing is unpacked before the declared sizes of all entries are checked. */
export class ZipParts {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly entries = new Map<string, Entry>();

  /** Throws `UnreadableSpreadsheet`. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = this.findEnd();
    const count = this.view.getUint16(end + 10, true);
    if (count > zipLimits.entries) throw new UnreadableSpreadsheet(tooLarge);
    let at = this.view.getUint32(end + 16, true);
    let [packed, unpacked] = [0, 0];
    for (let index = 0; index < count; index += 1) {
      const { entry, next, name } = this.readEntry(at);
      packed += entry.packed;
      unpacked += entry.unpacked;
      // Overlapping entries add up to more than the file.
      if (packed > bytes.length) throw new UnreadableSpreadsheet(unreadable);
      if (unpacked > importLimits.unpackedBytes || isBomb(entry)) throw new UnreadableSpreadsheet(tooLarge);
      this.entries.set(name, entry);
      at = next;
    }
  }

  /**
   * Returns the text of an entry, or null without one. Inflating stops at the declared size. Throws
   * `UnreadableSpreadsheet`.
   */
  text(name: string): string | null {
    const entry = this.entries.get(name);
    if (!entry) return null;
    const { local, packed, unpacked, method, crc } = entry;
    if (local + localLength > this.bytes.length || this.view.getUint32(local, true) !== localEntry)
      throw new UnreadableSpreadsheet(unreadable);
    const names = this.view.getUint16(local + 26, true) + this.view.getUint16(local + 28, true);
    const start = local + localLength + names;
    const content = this.bytes.subarray(start, start + packed);
    const part = method === deflated ? inflate(content, unpacked) : content;
    if (part.length !== unpacked || (method !== stored && method !== deflated) || crc32(part) !== crc)
      throw new UnreadableSpreadsheet(unreadable);
    return new TextDecoder().decode(part);
  }

  /** ZIP64 records, for files above 4 GB, are not supported. */
  private findEnd(): number {
    const first = Math.max(0, this.bytes.length - endLength - maxComment);
    let end = this.bytes.length - endLength;
    while (end >= first && this.view.getUint32(end, true) !== endRecord) end -= 1;
    if (end < first) throw new UnreadableSpreadsheet(unreadable);
    return end;
  }

  private readEntry(at: number): { entry: Entry; next: number; name: string } {
    const { view, bytes } = this;
    if (at + entryLength > bytes.length || view.getUint32(at, true) !== directoryEntry)
      throw new UnreadableSpreadsheet(unreadable);
    const nameEnd = at + entryLength + view.getUint16(at + 28, true);
    const entry = {
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
    };
    return {
      entry,
      next: nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true),
      name: new TextDecoder().decode(bytes.subarray(at + entryLength, nameEnd)),
    };
  }
}

function isBomb({ packed, unpacked }: Entry): boolean {
  return unpacked > zipLimits.ratioBytes && unpacked > packed * zipLimits.ratio;
}

/** The runtime counts output in blocks of 16 KB, so an exact limit would fail. */
const inflateSlack = 65_536;

function inflate(content: Uint8Array, declared: number): Uint8Array {
  try {
    return inflateRawSync(content, { maxOutputLength: declared + inflateSlack });
  } catch (error) {
    throw new UnreadableSpreadsheet(unreadable, { cause: error });
  }
}
