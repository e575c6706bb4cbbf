import { deflateSync } from 'node:zlib';
import { bytesOf, repeatToSize, concatBytes } from './bytes.ts';
import { workbooks } from './workbooks.ts';

export type Reader = 'PDF' | 'JPG' | 'PNG' | 'CSV' | 'XLSX' | 'type';

/** A kind of file; `make` returns about as many bytes as requested. */
export interface FileShape {
  reader: Reader;
  name: string;
  make: (size: number) => Uint8Array;
}

const pdfStart =
  '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>\nendobj\n';
const pdfEnd = '\ntrailer\n<</Root 1 0 R/Size 9>>\nstartxref\n0\n%%EOF';

const pdf = (name: string, piece: string, start = '', end = ''): FileShape => ({
  reader: 'PDF',
  name,
  make: (size) => repeatToSize(size, piece, pdfStart + start, end + pdfEnd),
});

/** A list of objects that unpacks to `size`, whose entries all start at the same offset. */
function packedList(size: number): Uint8Array {
  const entries = Math.floor(size / 100);
  const numbers = Array.from({ length: entries }, (_, index) => `${index + 10} 0`).join(' ');
  const list = concatBytes(bytesOf(`${numbers} `), repeatToSize(size - numbers.length, '1 ', '[', ']'));
  const packed = deflateSync(list);
  const head = `4 0 obj\n<</Type/ObjStm/N ${entries}/First ${numbers.length + 1}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  return concatBytes(bytesOf(pdfStart + head), packed, bytesOf(`\nendstream\nendobj${pdfEnd}`));
}

const jpgStart = 'ÿØÿà\0\u0004xxÿÀ\0\u0011\b\u0010\0\u0010\0xxxxxxxxxxÿÚ';
const pngStart = '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\u0010\0\0\0\u0010\0\b\u0002\0\0\0crc!';
const csv = (name: string, piece: string, start = ''): FileShape => ({
  reader: 'CSV',
  name,
  make: (size) => repeatToSize(size, piece, start),
});
const type = (name: string, piece: string, start: string): FileShape => ({
  reader: 'type',
  name,
  make: (size) => repeatToSize(size, piece, start),
});

export const filesOf: readonly FileShape[] = [
  {
    reader: 'PDF',
    name: 'a scan',
    make: (size) => {
      const length = size - 1000;
      const head = `4 0 obj\n<</Length ${length}>>\nstream\n`;
      return concatBytes(
        bytesOf(pdfStart + head),
        Buffer.alloc(length, 0xa5),
        bytesOf(`\nendstream\nendobj${pdfEnd}`),
      );
    },
  },
  pdf(
    'a scan of unknown length',
    '\u00a5\u00a6\u00a7',
    '4 0 obj\n<</Length 5 0 R>>\nstream\n',
    '\nendstream\nendobj',
  ),
  pdf('small objects', '7 0 obj\n<</A 1/B[1 2 3]>>\nendobj\n'),
  pdf('streams without end', '7 0 obj<<>>stream\n'),
  pdf('objects that stop nowhere', '7 0 obj<<>>stream\nendobj\n'),
  pdf('the word stream', ' stream\n'),
  pdf('digits', '1'),
  pdf('numbers behind comments', '1%'),
  pdf('brackets', '['),
  pdf('a long list', '1 ', '7 0 obj\n[', ']\nendobj\n'),
  pdf('a long text', 'x', '7 0 obj\n(', ')\nendobj\n'),
  { reader: 'PDF', name: 'a list of objects, all the same', make: packedList },
  { reader: 'JPG', name: 'a photo', make: (size) => repeatToSize(size, '\u00a5ÿ\0', jpgStart, 'ÿÙ') },
  { reader: 'JPG', name: 'nothing but 0xFF', make: (size) => repeatToSize(size, 'ÿ', 'ÿØ') },
  { reader: 'JPG', name: 'starts of scans', make: (size) => repeatToSize(size, 'ÿÚ', jpgStart, 'ÿÙ') },
  {
    reader: 'PNG',
    name: 'a picture',
    make: (size) =>
      repeatToSize(size, '\0\0\u0010\0IDAT'.padEnd(4108, 'x'), pngStart, '\0\0\0\0IEND\u00aeB`\u0082'),
  },
  { reader: 'PNG', name: 'empty chunks', make: (size) => repeatToSize(size, '\0\0\0\0tEXtcrc!', pngStart) },
  { reader: 'PNG', name: 'nothing but I', make: (size) => repeatToSize(size, 'I', pngStart) },
  csv(
    'orders',
    'PO-1,"Castle Rock, Inc.",Tungsten package,4,125.50\n',
    'key,vendor,description,quantity,cost\n',
  ),
  csv('blank lines', '\n'),
  csv('separators', ','),
  csv('quotes', '"'),
  csv('an open quote', 'a', '"'),
  csv('cells in quotes', '"",'),
  ...workbooks,
  type('a zip of empty names', 'PK\u0003\u0004'.padEnd(31, '\0'), ''),
  type('a zip without lengths', 'PK\u0007', 'PK\u0003\u0004\u000a\0\u0008'.padEnd(31, '\0')),
  type('tags of an MP3', 'ID3\u0003\0\0\0\0\0\0', ''),
  type('an archive of zeros', '\0', '\u001f\u008b\u0008'),
];
