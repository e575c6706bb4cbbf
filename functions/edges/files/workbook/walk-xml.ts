import { unreadable, UnreadableSpreadsheet } from './unreadable-workbook.ts';

/** Maximum characters of a tag with attributes; those of cells and styles have some fifty. */
export const maxTagLength = 4096;

/** Callbacks of a walk over XML, in document order. Names have no prefix. `close` returns false to end the walk. */
export interface XmlVisitor {
  open: (name: string, attributes: () => ReadonlyMap<string, string>) => void;
  close: (name: string) => boolean | void;
  text: (text: () => string) => void;
}

/**
 * Walks over an XML text once, without a tree, in linear time. Workbooks declare no entities: only the five of XML and
 * numeric ones are decoded. Throws `UnreadableSpreadsheet`.
 */
export function walkXml(xml: string, visitor: XmlVisitor): void {
  for (let at = 0; at < xml.length;) {
    const tag = xml.indexOf('<', at);
    const end = tag < 0 ? xml.length : tag;
    if (end > at) {
      const start = at;
      visitor.text(() => decodeEntities(xml.slice(start, end)));
    }
    if (tag < 0) return;
    const next = xml[tag + 1];
    if (next === '!') at = walkDeclaration(xml, tag, visitor);
    else if (next === '?') at = endOf(xml, '?>', tag);
    else if (next === '/') {
      at = endOf(xml, '>', tag);
      if (visitor.close(localName(xml.slice(tag + 2, Math.min(at - 1, tag + maxTagLength)).trim())) === false)
        return;
    } else {
      at = tagEnd(xml, tag);
      if (walkTag(xml.slice(tag + 1, at - 1), visitor) === false) return;
    }
  }
}

function walkTag(source: string, visitor: XmlVisitor): boolean | void {
  const isClosed = source.endsWith('/');
  const tag = isClosed ? source.slice(0, -1) : source;
  let nameEnd = 0;
  while (nameEnd < tag.length && !isBlank(tag, nameEnd)) nameEnd += 1;
  const name = localName(tag.slice(0, Math.min(nameEnd, maxTagLength)));
  visitor.open(name, () => attributesOf(tag, nameEnd));
  return isClosed ? visitor.close(name) : undefined;
}

function walkDeclaration(xml: string, tag: number, visitor: XmlVisitor): number {
  if (xml.startsWith('<!--', tag)) return endOf(xml, '-->', tag + 4);
  // No other declaration occurs in a workbook; a document type could declare entities.
  if (!xml.startsWith('<![CDATA[', tag)) throw new UnreadableSpreadsheet(unreadable);
  const end = endOf(xml, ']]>', tag);
  visitor.text(() => xml.slice(tag + 9, end - 3));
  return end;
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw new UnreadableSpreadsheet(unreadable);
  return at + mark.length;
}

/** Returns the end of an opening tag; a `>` between quotes does not end it. */
function tagEnd(xml: string, tag: number): number {
  for (let at = tag + 1; at < xml.length; at += 1) {
    const letter = xml[at];
    if (letter === '>') return at + 1;
    if (letter === '"' || letter === "'") at = endOf(xml, letter, at + 1) - 1;
  }
  throw new UnreadableSpreadsheet(unreadable);
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
const isBlank = (text: string, at: number) => text.charCodeAt(at) <= 0x20;

function attributesOf(tag: string, from: number): ReadonlyMap<string, string> {
  if (tag.length > maxTagLength) throw new UnreadableSpreadsheet(unreadable);
  const attributes = new Map<string, string>();
  for (let at = from; at < tag.length;) {
    const equals = tag.indexOf('=', at);
    if (equals < 0) break;
    const name = localName(tag.slice(at, equals).trim());
    let open = equals + 1;
    while (open < tag.length && isBlank(tag, open)) open += 1;
    const quote = tag[open];
    if (quote !== '"' && quote !== "'") throw new UnreadableSpreadsheet(unreadable);
    const close = endOf(tag, quote, open + 1) - 1;
    attributes.set(name, decodeEntities(tag.slice(open + 1, close)));
    at = close + 1;
  }
  return attributes;
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return namedEntities[name] ?? whole;
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
