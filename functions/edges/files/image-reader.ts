/** More pixels than a scan of A3 at 500 dpi or a phone's camera produces; a browser needs four bytes for each. */
export const pixelLimit = 65_000_000;

/** A progressive JPG is drawn once per scan; cameras and programs write about ten. */
const drawnPixelLimit = 10 * pixelLimit;

export type PictureKind = 'image/jpeg' | 'image/png' | 'image/gif';

/** Properties read from a picture's file. */
export interface Picture {
  pixels: number;
  /** How often all of its pixels are drawn. */
  scans: number;
  /** False for a truncated picture, which a browser would show in part, or as an empty frame, without an error. */
  isWhole: boolean;
  /** Positions of the file that were read. */
  positionsRead: number;
}

/** Reads the chunks from the first, which has the size, to the one that ends the picture, and ignores the rest. */
function readPng(bytes: Uint8Array, view: DataView): Picture {
  const pixels = bytes.length < 24 ? 0 : view.getUint32(16) * view.getUint32(20);
  const picture = { pixels, scans: 1, isWhole: false, positionsRead: 0 };
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    picture.positionsRead += 1;
    if (view.getUint32(at + 4) === 0x49454e44) return { ...picture, isWhole: true };
  }
  return picture;
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Stuffed bytes, fill bytes and restarts have no segment. */
const hasNoLength = (marker: number) =>
  marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd9);

/** Reads the markers in order. Thumbnails are inside segments; an end marker before the first scan does not count. */
function readJpeg(bytes: Uint8Array, view: DataView): Picture {
  const picture = { pixels: 0, scans: 0, isWhole: false, positionsRead: 0 };
  for (let at = 2; at + 1 < bytes.length; at += 1) {
    picture.positionsRead += 1;
    if (bytes[at] !== 0xff) continue;
    const marker = view.getUint8(at + 1);
    if (marker === 0xd9 && picture.scans > 0) return { ...picture, isWhole: true };
    if (marker === 0xda) picture.scans += 1;
    if (isFrame(marker) && at + 9 <= bytes.length)
      // With a height of 0, the actual height follows the first scan.
      picture.pixels = Math.max(picture.pixels, (view.getUint16(at + 5) || 0xffff) * view.getUint16(at + 7));
    const hasLength = !hasNoLength(marker) && marker !== 0xda && at + 4 <= bytes.length;
    if (hasLength) at += 1 + view.getUint16(at + 2);
  }
  return picture;
}

function readGif(bytes: Uint8Array, view: DataView): Picture {
  const pixels = bytes.length < 10 ? 0 : view.getUint16(6, true) * view.getUint16(8, true);
  return { pixels, scans: 1, isWhole: true, positionsRead: 1 };
}

/** Reads the size and the end of a picture in one pass without unpacking it. */
export function readPicture(bytes: Uint8Array, kind: PictureKind): Picture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'image/png') return readPng(bytes, view);
  return kind === 'image/gif' ? readGif(bytes, view) : readJpeg(bytes, view);
}

/** True when a browser would draw it too slowly or not at all; a few kilobytes may claim any size. */
export function isTooLarge({ pixels, scans }: Picture): boolean {
  return pixels > pixelLimit || pixels * scans > drawnPixelLimit;
}
