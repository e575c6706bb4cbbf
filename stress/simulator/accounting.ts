import type { Sent } from './clock.ts';

type Kind = 'PO' | 'VOID' | 'INVOICE' | 'RELEASE';

/** One accepted posting. */
export interface Posting {
  kind: Kind;
  docId: string;
  key: string;
  totalCents: number;
}

interface Entry {
  revision: number;
  isVoid: boolean;
  totalCents: number;
}

/** The SmartAccounting document, as far as this stub reads it. */
interface Document {
  id: string;
  revision: number;
  total: number;
  lines: { id: string; lineNumber: number; amount: number }[];
}

interface Answer {
  status: number;
  body: unknown;
}

const centsOf = (amount: number) => Math.round(amount * 100);
const refuse = (status: number, message: string): Answer => ({ status, body: { message } });

/**
 * The accounting system according to its contract: a key counts once, an older revision is refused, a total is the sum
 * of its lines. `refused`: ids of documents that this system refuses.
 */
export class Accounting {
  readonly postings: Posting[] = [];
  readonly entries = new Map<string, Entry>();
  readonly refused = new Set<string>();
  readonly payments: { externalId: string; totalCents: number; number: string }[] = [];
  readonly #answers = new Map<string, { body: string; answer: Answer }>();

  copy(): Accounting {
    const accounting = new Accounting();
    accounting.postings.push(...this.postings);
    for (const [id, entry] of this.entries) accounting.entries.set(id, { ...entry });
    accounting.payments.push(...this.payments);
    for (const [key, answer] of this.#answers) accounting.#answers.set(key, answer);
    return accounting;
  }

  answer({ url, method, headers, body }: Sent): Answer {
    const path = decodeURIComponent(new URL(url).pathname);
    if (method === 'GET') return this.#list(path);
    const [, docId = '', action = ''] = /\/(?:purchase-orders|payments)\/([^/]+)\/(\w+)$/.exec(path) ?? [];
    const kind: Kind =
      action === 'void'
        ? 'VOID'
        : action === 'release'
          ? 'RELEASE'
          : path.endsWith('/invoices')
            ? 'INVOICE'
            : 'PO';
    return this.#once(kind, headers.get('Idempotency-Key') ?? '', body, () => this.#post(kind, docId, body));
  }

  #list(path: string): Answer {
    if (!path.endsWith('/payments')) return refuse(404, 'Not in the books.');
    const payments = this.payments.map((own) => ({
      vendorExternalId: 'lumen',
      vendorName: 'Lumen Rentals',
      payeeName: 'Lumen Rentals',
      createdAt: '2026-11-01T18:00:00.000Z',
      paymentType: 'ACH',
      bankName: 'First Harbor Bank',
      bankAccount: '4411',
      currencyCode: 'USD',
      status: 'OPEN',
      invoices: [],
      ...own,
    }));
    return { status: 200, body: { payments, next: null } };
  }

  /** The same key with the same body returns the first answer; a refusal stores nothing. */
  #once(
    kind: Kind,
    key: string,
    body: string,
    post: () => Answer & { posting?: Omit<Posting, 'kind' | 'key'> },
  ) {
    if (key === '') return refuse(400, 'Idempotency-Key is missing.');
    const before = this.#answers.get(`${kind} ${key}`);
    if (before)
      return before.body === body ? before.answer : refuse(409, 'The key was used with other content.');
    const { posting, ...answer } = post();
    if (!posting) return answer;
    this.postings.push({ kind, key, ...posting });
    this.#answers.set(`${kind} ${key}`, { body, answer });
    return answer;
  }

  #post(kind: Kind, docId: string, body: string): Answer & { posting?: Omit<Posting, 'kind' | 'key'> } {
    const sent = JSON.parse(body) as Record<string, unknown>;
    if (kind === 'RELEASE') {
      const totalCents = Number(sent['totalCents']);
      const id = String(sent['docId']);
      if (this.refused.has(id)) return refuse(422, 'Accounting does not take this payment.');
      return { status: 200, body: posted(docId), posting: { docId: id, totalCents } };
    }
    if (kind === 'VOID') {
      const entry = this.entries.get(docId);
      if (!entry) return refuse(404, 'The purchase order is not in the books.');
      entry.isVoid = true;
      return { status: 200, body: posted(docId), posting: { docId, totalCents: entry.totalCents } };
    }
    return this.#document((kind === 'PO' ? sent['purchaseOrder'] : sent['invoice']) as Document, kind);
  }

  #document({ id, revision, total, lines }: Document, kind: Kind) {
    const before = this.entries.get(id);
    const totalCents = centsOf(total);
    if (this.refused.has(id)) return refuse(422, 'Accounting does not take this document.');
    if (before?.isVoid) return refuse(409, 'The purchase order is void.');
    if (before && before.revision > revision) return refuse(409, 'A later revision is posted.');
    if (lines.reduce((sum, { amount }) => sum + centsOf(amount), 0) !== totalCents)
      return refuse(422, 'The total is not the sum of its lines.');
    this.entries.set(id, { revision, isVoid: false, totalCents });
    const stated = lines.map((line) => ({ ...line, remaining: line.amount, transactionId: `t-${line.id}` }));
    const order = { purchaseOrder: { id, revision, status: 'OPEN', lines: stated } };
    return { status: 200, body: kind === 'PO' ? order : posted(id), posting: { docId: id, totalCents } };
  }
}

function posted(docId: string) {
  return { docId, postedAt: '2026-11-21T18:00:00.000Z' };
}
