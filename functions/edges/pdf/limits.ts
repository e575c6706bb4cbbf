import { constants, inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDocument,
  PDFName,
  PDFObjectStreamParser,
  PDFParser,
  PDFXRefStreamParser,
} from '@cantoo/pdf-lib';
import type { PDFObject, PDFObjectParser, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';

/** Maximum cost of reading one PDF; a file above one of these limits is rejected. */
export const pdfLimits = {
  /** Parser steps per byte: a valid file costs 5 at most outside its streams. */
  stepsPerByte: 10,
  /** Steps for a whole file, of some 50 ns each. */
  steps: 16_000_000,
  /** Dictionaries, arrays, names, numbers, strings: the library creates an object for each. */
  values: 500_000,
  /** Nesting of arrays and dictionaries. */
  depth: 200,
  /** Bytes of a single name, number or string: the library joins them character by character. */
  valueBytes: 1024 * 1024,
  /** Unpacked bytes of all object streams of a file: the library keeps them in memory, and a Worker has 128 MB. */
  unpackedBytes: 32 * 1024 * 1024,
} as const;

/** Thrown for a file that would cost more to read than allowed. */
export class TooComplex extends Error {
  override name = 'TooComplex';
}

/** The cost of reading one file so far. Once a limit is exceeded, every further step throws `TooComplex`. */
class Budget {
  steps = 0;
  private values = 0;
  private depth = 0;
  private valueStart = 0;
  private unpacked = 0;
  private inStream = 0;
  isExceeded = false;
  private stepLimit: number;

  constructor(bytes: number) {
    this.stepLimit = 65_536 + bytes * pdfLimits.stepsPerByte;
  }

  private assertWithinLimits(isWithin: boolean): void {
    if (!isWithin) this.isExceeded = true;
    // The library catches a parser's error for a damaged object and continues, so this must throw again.
    if (this.isExceeded) throw new TooComplex();
  }

  step(count = 1): void {
    this.steps += count;
    const isLong =
      this.depth > 0 && this.inStream === 0 && this.steps - this.valueStart > pdfLimits.valueBytes;
    this.assertWithinLimits(this.steps <= Math.min(this.stepLimit, pdfLimits.steps) && !isLong);
  }

  value<Value>(parse: () => Value): Value {
    this.values += 1;
    this.depth += 1;
    this.valueStart = this.steps;
    try {
      this.assertWithinLimits(this.values <= pdfLimits.values && this.depth <= pdfLimits.depth);
      return parse();
    } finally {
      this.depth -= 1;
      this.valueStart = this.steps;
    }
  }

  /** The bytes of a stream do not count as a value. */
  stream<Value>(find: () => Value): Value {
    this.inStream += 1;
    try {
      return find();
    } finally {
      this.inStream -= 1;
      this.valueStart = this.steps;
    }
  }

  /** Unpacks an object stream once to check its size; parsing it may then take further steps. */
  unpack({ dict, contents }: PDFRawStream): void {
    const filter = dict.lookup(PDFName.of('Filter'));
    const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : [];
    // Valid files compress an object stream once, with FlateDecode.
    this.assertWithinLimits(
      filters.length === 0 || (filters.length === 1 && filters[0] === PDFName.of('FlateDecode')),
    );
    const available = pdfLimits.unpackedBytes - this.unpacked;
    const length = filters.length === 0 ? contents.length : unpackedLength(contents, available);
    // Before an error, it may have unpacked up to the limit.
    this.unpacked += length ?? available;
    this.assertWithinLimits(this.unpacked <= pdfLimits.unpackedBytes);
    if (length === null) throw new Error('damaged list of objects');
    this.stepLimit += length * pdfLimits.stepsPerByte;
  }
}

/** Returns the unpacked length: infinity beyond `limit`, null for damaged data. */
function unpackedLength(packed: Uint8Array, limit: number): number | null {
  try {
    const { Z_SYNC_FLUSH: finishFlush } = constants;
    return inflateSync(packed, { maxOutputLength: Math.max(limit, 1), finishFlush }).length;
  } catch (error) {
    return error instanceof RangeError ? Infinity : null;
  }
}

/** The costly parts of the library's parser, which are private and have no limits of their own. */
interface ParserParts {
  bytes: {
    bytes: Uint8Array;
    next: () => number;
    offset: () => number;
    moveTo: (offset: number) => void;
    slice: (start: number, end: number) => Uint8Array;
  };
  context: object;
  parseObject: (ref?: PDFRef) => PDFObject;
  findEndOfStreamFallback: () => number;
  matchIndirectObjectHeader?: () => boolean;
}

/** Cost of searching an object header without success: the library throws an error for each. */
const missSteps = 1000;

const streamWord = [...'stream'].map((letter) => letter.charCodeAt(0));
const endWord = [...'end'].map((letter) => letter.charCodeAt(0));
const isAt = (bytes: Uint8Array, at: number, word: readonly number[]) =>
  word.every((byte, index) => bytes[at + index] === byte);

/** Returns the end of the line before `at`: the line break before `endstream` is not part of the stream. */
function lineEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at - 1] === 0x0a) return bytes[at - 2] === 0x0d ? at - 2 : at - 1;
  return bytes[at - 1] === 0x0d ? at - 1 : at;
}

/**
 * Finds the end of a stream without a length, past nested streams. Replaces the library's version, which is six times
 * slower.
 */
function findStreamEnd({ bytes: stream }: ParserParts, budget: Budget): number {
  const { bytes } = stream;
  const start = stream.offset();
  const [first = 0] = streamWord;
  let open = 1;
  for (let at = bytes.indexOf(first, start), from = start; at >= 0; at = bytes.indexOf(first, at + 1)) {
    budget.step(1 + Math.floor((at - from) / 16));
    from = at;
    if (!isAt(bytes, at, streamWord)) continue;
    const isEnd = at - endWord.length >= start && isAt(bytes, at - endWord.length, endWord);
    open += isEnd ? -1 : 1;
    if (open > 0) continue;
    stream.moveTo(at + streamWord.length);
    return Math.max(start, lineEnd(bytes, at - endWord.length));
  }
  budget.step(Math.floor((bytes.length - start) / 16));
  throw new Error('a stream without end');
}

function meterParser<Parser extends PDFObjectParser>(parser: Parser, budget: Budget): Parser {
  const parts = parser as unknown as ParserParts;
  const { bytes } = parts;
  const next = bytes.next.bind(bytes);
  const slice = bytes.slice.bind(bytes);
  const parseObject = parts.parseObject.bind(parser);
  const matchHeader = parts.matchIndirectObjectHeader?.bind(parser);
  bytes.next = () => {
    budget.step();
    return next();
  };
  bytes.slice = (start, end) => {
    budget.stream(() => budget.step(Math.floor(Math.max(0, end - start) / 16)));
    return slice(start, end);
  };
  parts.parseObject = (ref) => budget.value(() => parseObject(ref));
  parts.findEndOfStreamFallback = () => budget.stream(() => findStreamEnd(parts, budget));
  if (matchHeader)
    parts.matchIndirectObjectHeader = () => {
      const isFound = matchHeader();
      if (!isFound) budget.step(missSteps);
      return isFound;
    };
  return parser;
}

/** By parser context, so that an object stream uses the budget of its file. */
const budgets = new WeakMap<object, Budget>();

/** Makes the library's private parser constructors callable. */
type Constructor<Args extends unknown[], Parser> = new (...args: Args) => Parser;
const Parser = PDFParser as unknown as Constructor<
  Parameters<typeof PDFParser.forBytesWithOptions>,
  PDFParser
>;
const ObjectParser = PDFObjectStreamParser as unknown as Constructor<
  Parameters<typeof PDFObjectStreamParser.forStream>,
  PDFObjectStreamParser
>;
const ReferenceParser = PDFXRefStreamParser as unknown as Constructor<[PDFRawStream], PDFXRefStreamParser>;

// The library calls these three functions for every file and every object stream, and offers no other place to count
// parser steps. They are replaced instead of wrapped, so that loading this module twice counts once.
PDFParser.forBytesWithOptions = (bytes, ...options) => {
  const parser = new Parser(bytes, ...options);
  const budget = new Budget(bytes.length);
  budgets.set((parser as unknown as ParserParts).context, budget);
  return meterParser(parser, budget);
};

PDFObjectStreamParser.forStream = (stream, shouldWaitForTick) => {
  const budget = budgets.get(stream.dict.context);
  budget?.unpack(stream);
  const parser = new ObjectParser(stream, shouldWaitForTick);
  return budget ? meterParser(parser, budget) : parser;
};

PDFXRefStreamParser.forStream = (stream) => {
  budgets.get(stream.dict.context)?.unpack(stream);
  const parser = new ReferenceParser(stream);
  // The entries are not used, and an empty table may claim any number of them.
  Object.assign(parser, { parseEntries: () => [] });
  return parser;
};

/** Reads a PDF within `pdfLimits`. Throws `TooComplex`, or another error for a damaged file. */
export async function loadPdf(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
}

/** Returns the parser steps that reading a file took. */
export function stepsOf({ context }: PDFDocument): number {
  return budgets.get(context)?.steps ?? 0;
}
