import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isTooComplex } from '../../functions/edges/pdf/merge-pdf.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** A small file with very many values that no other file has. */
function fileOf(count: number, valueOf: (index: number) => string): Uint8Array {
  const values = Array.from({ length: count }, (_, index) => valueOf(index)).join(' ');
  return new TextEncoder().encode(
    `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 0/Kids[]>>\nendobj\n7 0 obj\n[${values}]\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF`,
  );
}

test.each([
  ['names', (file: number, index: number) => `/File${file}x${index}`],
  ['references', (file: number, index: number) => `${file * 100_000 + index} 0 R`],
])('AT-20: %s of a file are released after it has been read', async (_, valueOf) => {
  expect(await isTooComplex(fileOf(1000, (index) => valueOf(1, index)))).toBe(false);
  const before = heapBytes();
  for (const file of [2, 3, 4])
    expect(await isTooComplex(fileOf(100_000, (index) => valueOf(file, index)))).toBe(false);
  // If they leaked, they would take about 40 MB for names, or 30 MB for references.
  expect(heapBytes() - before).toBeLessThan(8_000_000);
});
