/** More pixels than a scan of A3 at 500 dpi or the camera of a phone makes; a browser holds four bytes for each. */
export const pixelLimit = 65_000_000;

/** A progressive JPG is drawn as often as it has scans: cameras and programs write about ten. */
const drawnPixelLimit = 10 * pixelLimit;

export type PictureKind = 'image/jpeg' | 'image/png' | 'image/gif';

/** What a picture says of itself. */
export interface Picture {
  pixels: number;
  /** How often all of its pixels are drawn. */
  scans: number;
  /** A browser shows what is left of a cut picture, or an empty frame, as if that were all. */
  isWhole: boolean;
  /** How many places of the file were looked at. */
  visited: number;
}

/** Chunks from the first, which has the size, to the one that ends the picture; what follows is none of it. */
function readPng(bytes: Uint8Array, view: DataView): Picture {
  const pixels = bytes.length < 24 ? 0 : view.getUint32(16) * view.getUint32(20);
  const picture = { pixels, scans: 1, isWhole: false, visited: 0 };
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    picture.visited += 1;
    if (view.getUint32(at + 4) === 0x49454e44) return { ...picture, isWhole: true };
  }
  return picture;
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Stuffed bytes, fill bytes and restarts: no segment follows them. */
const hasNoLength = (marker: number) =>
  marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd9);

/** Markers in order. A thumbnail lies within a segment; an end before the first scan is none. */
function readJpeg(bytes: Uint8Array, view: DataView): Picture {
  const picture = { pixels: 0, scans: 0, isWhole: false, visited: 0 };
  for (let at = 2; at + 1 < bytes.length; at += 1) {
    picture.visited += 1;
    if (bytes[at] !== 0xff) continue;
    const marker = view.getUint8(at + 1);
    if (marker === 0xd9 && picture.scans > 0) return { ...picture, isWhole: true };
    if (marker === 0xda) picture.scans += 1;
    if (isFrame(marker) && at + 9 <= bytes.length)
      // A height of 0 is told behind the first scan.
      picture.pixels = Math.max(picture.pixels, (view.getUint16(at + 5) || 0xffff) * view.getUint16(at + 7));
    const hasLength = !hasNoLength(marker) && marker !== 0xda && at + 4 <= bytes.length;
    if (hasLength) at += 1 + view.getUint16(at + 2);
  }
  return picture;
}

function readGif(bytes: Uint8Array, view: DataView): Picture {
  const pixels = bytes.length < 10 ? 0 : view.getUint16(6, true) * view.getUint16(8, true);
  return { pixels, scans: 1, isWhole: true, visited: 1 };
}

/** Reads size and end of a picture in one pass; nothing is unpacked. */
export function readPicture(bytes: Uint8Array, kind: PictureKind): Picture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'image/png') return readPng(bytes, view);
  return kind === 'image/gif' ? readGif(bytes, view) : readJpeg(bytes, view);
}

/** Whether a browser would take long to draw it, or could not; a few kilobytes may claim any size. */
export function isTooLarge({ pixels, scans }: Picture): boolean {
  return pixels > pixelLimit || pixels * scans > drawnPixelLimit;
}
