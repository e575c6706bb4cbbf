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

/** What reading one PDF may cost, whatever its shape; a file beyond one of them is refused. */
export const pdfLimits = {
  /** Steps of the parser for each byte: a sound file costs 5 at most, of what is no stream. */
  stepsPerByte: 10,
  /** Steps for a whole file, of some 50 ns each. */
  steps: 16_000_000,
  /** Dictionaries, arrays, names, numbers, texts: the library holds each as an object. */
  values: 500_000,
  /** Arrays and dictionaries in each other. */
  depth: 200,
  /** Bytes of a single name, number or text: the library joins them letter by letter. */
  valueBytes: 1024 * 1024,
  /** What the lists of objects of a file may unpack to in all: the library holds them whole, and a Worker has 128 MB. */
  unpackedBytes: 32 * 1024 * 1024,
} as const;

/** A file that would cost more to read than is allowed. */
export class TooComplex extends Error {
  override name = 'TooComplex';
}

/** What reading one file has cost so far. Once a limit is passed every further step throws `TooComplex`. */
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

  private keep(hasScope: boolean): void {
    if (!hasScope) this.isExceeded = true;
    // The library takes what a parser throws for a damaged object and goes on: it must throw again.
    if (this.isExceeded) throw new TooComplex();
  }

  step(count = 1): void {
    this.steps += count;
    const isLong =
      this.depth > 0 && this.inStream === 0 && this.steps - this.valueStart > pdfLimits.valueBytes;
    this.keep(this.steps <= Math.min(this.stepLimit, pdfLimits.steps) && !isLong);
  }

  value<Value>(parse: () => Value): Value {
    this.values += 1;
    this.depth += 1;
    this.valueStart = this.steps;
    try {
      this.keep(this.values <= pdfLimits.values && this.depth <= pdfLimits.depth);
      return parse();
    } finally {
      this.depth -= 1;
      this.valueStart = this.steps;
    }
  }

  /** Bytes of a stream are no value. */
  stream<Value>(find: () => Value): Value {
    this.inStream += 1;
    try {
      return find();
    } finally {
      this.inStream -= 1;
      this.valueStart = this.steps;
    }
  }

  /** Unpacks a list of objects once to see that there is room for it; its own parse may take steps of its own. */
  unpack({ dict, contents }: PDFRawStream): void {
    const filter = dict.lookup(PDFName.of('Filter'));
    const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : [];
    // Nobody packs a list of objects twice, or in the old ways.
    this.keep(filters.length === 0 || (filters.length === 1 && filters[0] === PDFName.of('FlateDecode')));
    const room = pdfLimits.unpackedBytes - this.unpacked;
    const length = filters.length === 0 ? contents.length : unpackedLength(contents, room);
    // Before it was found to be damaged, it may have unpacked to as much as there was room for.
    this.unpacked += length ?? room;
    this.keep(this.unpacked <= pdfLimits.unpackedBytes);
    if (length === null) throw new Error('damaged list of objects');
    this.stepLimit += length * pdfLimits.stepsPerByte;
  }
}

/** How many bytes packed ones become: infinitely many beyond `limit`, null when they are no packed bytes. */
function unpackedLength(packed: Uint8Array, limit: number): number | null {
  try {
    const { Z_SYNC_FLUSH: finishFlush } = constants;
    return inflateSync(packed, { maxOutputLength: Math.max(limit, 1), finishFlush }).length;
  } catch (error) {
    return error instanceof RangeError ? Infinity : null;
  }
}

/** The parts of the library's parser that cost something: they are not public, and have no limits of their own. */
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

/** What it costs to find no object where one might begin: the library throws an error for each. */
const missSteps = 1000;

const streamWord = [...'stream'].map((letter) => letter.charCodeAt(0));
const endWord = [...'end'].map((letter) => letter.charCodeAt(0));
const isAt = (bytes: Uint8Array, at: number, word: readonly number[]) =>
  word.every((byte, index) => bytes[at + index] === byte);

/** Where the line before `at` ends: the break before `endstream` is none of the stream. */
function lineEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at - 1] === 0x0a) return bytes[at - 2] === 0x0d ? at - 2 : at - 1;
  return bytes[at - 1] === 0x0d ? at - 1 : at;
}

/** What the library does six times slower: the end of a stream whose length is not said, past streams within it. */
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

function metered<Parser extends PDFObjectParser>(parser: Parser, budget: Budget): Parser {
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

/** By what a parser reads into: a list of objects within a file spends the budget of the file. */
const budgets = new WeakMap<object, Budget>();

/** How the library makes its parsers: it says in its types that nobody else may. */
type Made<Args extends unknown[], Parser> = new (...args: Args) => Parser;
const Parser = PDFParser as unknown as Made<Parameters<typeof PDFParser.forBytesWithOptions>, PDFParser>;
const ObjectParser = PDFObjectStreamParser as unknown as Made<
  Parameters<typeof PDFObjectStreamParser.forStream>,
  PDFObjectStreamParser
>;
const ReferenceParser = PDFXRefStreamParser as unknown as Made<[PDFRawStream], PDFXRefStreamParser>;

// The library calls these three for every file and each list of objects in it: there is no other place to count what its
// parsers do. They are replaced and not wrapped, so that loading this module twice counts once.
PDFParser.forBytesWithOptions = (bytes, ...options) => {
  const parser = new Parser(bytes, ...options);
  const budget = new Budget(bytes.length);
  budgets.set((parser as unknown as ParserParts).context, budget);
  return metered(parser, budget);
};

PDFObjectStreamParser.forStream = (stream, shouldWaitForTick) => {
  const budget = budgets.get(stream.dict.context);
  budget?.unpack(stream);
  const parser = new ObjectParser(stream, shouldWaitForTick);
  return budget ? metered(parser, budget) : parser;
};

PDFXRefStreamParser.forStream = (stream) => {
  budgets.get(stream.dict.context)?.unpack(stream);
  const parser = new ReferenceParser(stream);
  // Nobody uses the entries, and a table of no bytes may claim any number of them.
  Object.assign(parser, { parseEntries: () => [] });
  return parser;
};

/** Reads a PDF as far as `pdfLimits` allows. Throws `TooComplex`, and any other error for a damaged file. */
export async function loadPdf(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
}

/** How many steps of the parser reading a file has cost. */
export function stepsOf({ context }: PDFDocument): number {
  return budgets.get(context)?.steps ?? 0;
}
