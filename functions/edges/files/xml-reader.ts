import { plainText } from './workbook/plain-text.ts';
import { UnreadableSpreadsheet } from './workbook/unreadable-workbook.ts';
import { walkXml } from './workbook/walk-xml.ts';

/** Receives the elements of a file that have attributes or children, in document order, with lower-case names. */
export interface XmlElements {
  open: (name: string) => void;
  /** Closes the element that was opened last, with its attributes and its text-only children. */
  close: (fields: ReadonlyMap<string, string>) => void;
}

interface OpenElement {
  name: string;
  text: string;
  /** Null for an element that has only text so far. */
  fields: Map<string, string> | null;
}

/** More than any budget has: depth, and different fields of one element. */
const maxDepth = 50;
const maxFields = 200;
/**
 * The start of a file up to a document type without entities of its own: spaces, instructions and comments may precede
 * it, but no element.
 */
const documentType =
  /^(?:\s|<\?[^>]{0,500}>|<!--(?:(?!-->)[\s\S]){0,1000}-->){0,1000}<!DOCTYPE[^[<>]{0,500}>/;

/** Reads an XML file element by element, without entities of its own. Throws `UnreadableSpreadsheet`. */
export function readXml(text: string, elements: XmlElements): void {
  const unreadable = new UnreadableSpreadsheet('This XML file is damaged.');
  const open: OpenElement[] = [];
  let isClosed = false;
  /** An element turns out to have children or attributes. */
  const withFields = (element: OpenElement) => {
    if (element.fields === null) elements.open(element.name);
    element.fields ??= new Map<string, string>();
    if (element.fields.size > maxFields) throw unreadable;
    return element.fields;
  };
  walkXml(text.replace(documentType, ''), {
    open: (name, attributes) => {
      const parent = open.at(-1);
      if (isClosed || open.length === maxDepth) throw unreadable;
      if (parent) withFields(parent);
      const element: OpenElement = { name: name.toLowerCase(), text: '', fields: null };
      open.push(element);
      for (const [key, value] of attributes()) withFields(element).set(key.toLowerCase(), plainText(value));
    },
    text: (value) => {
      const element = open.at(-1);
      if (element?.fields === null) element.text += value();
    },
    close: (name) => {
      const element = open.pop();
      if (element?.name !== name.toLowerCase()) throw unreadable;
      const parent = open.at(-1);
      if (element.fields !== null) elements.close(element.fields);
      else parent?.fields?.set(element.name, plainText(element.text));
      isClosed = parent === undefined;
    },
  });
  if (!isClosed) throw unreadable;
}
