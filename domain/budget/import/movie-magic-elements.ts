import { importLimits } from '#domain/import/table';

/** The attributes and the text-only children of an XML element, by lower-case name. */
export type XmlFields = ReadonlyMap<string, string>;

/** An account or a category; texts as in the file, '' for none. */
export interface MovieMagicItem {
  number: string;
  description: string;
  total: string;
}

/** `category` is a key of its category, or null. The totals of `details` count when it has no total of its own. */
export type MovieMagicAccount = MovieMagicItem & { category: string | null; details: string[] };

/** Accounts name one of the `keys`: its id, or its place in the file. */
export type MovieMagicCategory = MovieMagicItem & { keys: string[] };

/** Names of the fields in the known exports, the most exact first. */
const fieldNames = {
  id: ['id'],
  number: ['number', 'accountnumber', 'categorynumber', 'code', 'accountcode', 'acct'],
  description: ['description', 'accountdescription', 'categorydescription', 'title', 'name'],
  total: ['total', 'accounttotal', 'categorytotal', 'totalamount', 'budget', 'subtotal'],
  grandTotal: ['grandtotal', 'budgettotal', 'totalbudget'],
  category: ['categoryid'],
} as const;

/** Elements outside of categories whose `total` is that of the budget. */
const summaries = ['budget', 'production', 'summary', 'topsheet'];

/** A field may have the initial of its element before its name, such as `aNumber` in `account`. */
function fieldOf(element: string, fields: XmlFields, field: keyof typeof fieldNames): string {
  const names = fieldNames[field].flatMap((name) => [`${element.slice(0, 1)}${name}`, name]);
  return names.map((name) => fields.get(name) ?? '').find((value) => value !== '') ?? '';
}

interface OpenElement {
  name: string;
  category: string | null;
  /** Whether categories are in it. */
  isGroup: boolean;
  /** Details of the account that it is in; null outside of accounts. */
  details: string[] | null;
}

/**
 * Collects the accounts of a budget that Movie Magic Budgeting exported as XML, element by element (BUD-44, DEC-245).
 * Names of elements are lower-case.
 */
export class MovieMagicElements {
  readonly accounts: MovieMagicAccount[] = [];
  readonly categories: MovieMagicCategory[] = [];
  grandTotal = '';
  readonly #open: OpenElement[] = [];
  #opened = 0;

  open(name: string): void {
    this.#opened += 1;
    const parent = this.#open.at(-1);
    const isCategory = name === 'category';
    if (isCategory) for (const element of this.#open) element.isGroup = true;
    const category = isCategory ? `at ${this.#opened}` : (parent?.category ?? null);
    const details = name === 'account' ? [] : (parent?.details ?? null);
    this.#open.push({ name, category, isGroup: false, details });
  }

  close(fields: XmlFields): void {
    const element = this.#open.pop();
    if (!element) return;
    const { name, category, isGroup, details } = element;
    const item = {
      number: fieldOf(name, fields, 'number'),
      description: fieldOf(name, fields, 'description'),
      total: fieldOf(name, fields, 'total'),
    };
    // In a detail, `amount` is a quantity.
    const total = item.total || (fields.get('amount') ?? '');
    if (this.#isInside('account')) {
      // A detail contains those below it.
      if (name === 'detail' && !this.#isInside('detail') && item.total !== '') details?.push(item.total);
    } else if (name === 'account') {
      const named = fieldOf(name, fields, 'category');
      this.#add({ ...item, total, category: named || category, details: details ?? [] });
    } else if (name === 'category') {
      const keys = [category ?? '', fieldOf(name, fields, 'id')];
      const isKept = !isGroup && this.categories.length <= importLimits.rows;
      if (isKept) this.categories.push({ ...item, total, keys });
    } else if (/charge|contingency/.test(name) && total !== '')
      this.#add({ ...item, description: item.description || name, total, category, details: [] });
    else if (category === null)
      this.grandTotal ||= fieldOf(name, fields, 'grandTotal') || (summaries.includes(name) ? item.total : '');
  }

  #isInside = (name: string) => this.#open.some((element) => element.name === name);

  /** Adds one above the limit, as for categories, so that a file that is too long is detected. */
  #add(account: MovieMagicAccount): void {
    if (this.accounts.length <= importLimits.rows) this.accounts.push(account);
  }
}
