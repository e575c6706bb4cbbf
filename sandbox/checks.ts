import { BooksRefusal } from './env.ts';
import type { PostedDocument } from './dialects/posted.ts';

/** Master data for checking a posted document, read in one batch. */
interface Known {
  vendor: { name: string; is_active: number } | null;
  hasCompany: boolean;
  hasCurrency: boolean;
  parts: ReadonlyMap<string, { is_active: number; is_header: number }>;
  taxCodes: ReadonlySet<string>;
}

interface PartRow {
  config_type: string;
  id_code: string;
  is_active: number;
  is_header: number;
}

async function lookUp(db: D1Database, license: string, sent: PostedDocument): Promise<Known> {
  const codes = JSON.stringify(
    sent.lines.flatMap((line) => line.codes.map(({ type, code }) => [type, code])),
  );
  const [vendor, company, currency, parts, taxes] = await db.batch<Record<string, string | number>>([
    db
      .prepare('SELECT name, is_active FROM vendors WHERE license = ? AND external_id = ?')
      .bind(license, sent.vendorExternalId),
    db
      .prepare('SELECT 1 FROM companies WHERE license = ? AND company_external_id = ?')
      .bind(license, sent.companyExternalId),
    db
      .prepare(
        `SELECT 1 FROM company_currencies
         WHERE license = ? AND company_external_id = ? AND external_id = ? AND iso_currency_code = ?`,
      )
      .bind(license, sent.companyExternalId, sent.currencyExternalId, sent.currencyCode),
    db
      .prepare(
        `SELECT f.config_type, p.id_code, p.is_active, p.is_header FROM coa_fields f
         JOIN coa_parts p ON p.license = f.license AND p.part_config_id = f.part_config_id
         WHERE f.license = ?1 AND (f.config_type, p.id_code) IN
           (SELECT value ->> 0, value ->> 1 FROM json_each(?2))`,
      )
      .bind(license, codes),
    db
      .prepare('SELECT code FROM tax_codes WHERE license = ? AND company_external_id = ?')
      .bind(license, sent.companyExternalId),
  ]);
  const partRows = (parts?.results ?? []) as unknown as PartRow[];
  return {
    vendor: (vendor?.results[0] as Known['vendor'] | undefined) ?? null,
    hasCompany: company?.results[0] !== undefined,
    hasCurrency: currency?.results[0] !== undefined,
    parts: new Map(partRows.map((row) => [`${row.config_type} ${row.id_code}`, row])),
    taxCodes: new Set(taxes?.results.map((row) => String(row['code']))),
  };
}

function checkLine(line: PostedDocument['lines'][number], known: Known): void {
  const where = `Line ${line.lineNumber}:`;
  for (const { type, code } of line.codes) {
    const part = known.parts.get(`${type} ${code}`);
    if (part === undefined) throw new BooksRefusal(422, `${where} unknown ${type} code ${code}.`);
    if (part.is_header === 1) throw new BooksRefusal(422, `${where} ${type} code ${code} is a header.`);
    if (part.is_active === 0) throw new BooksRefusal(422, `${where} ${type} code ${code} is not active.`);
  }
  if (line.taxCode !== null && !known.taxCodes.has(line.taxCode)) {
    throw new BooksRefusal(422, `${where} unknown tax code ${line.taxCode}.`);
  }
}

/** Refuses invalid documents with 422 and a message for users, as a careful accounting system would. */
export async function checkDocument(
  db: D1Database,
  license: string,
  sent: PostedDocument,
  longest: number,
): Promise<void> {
  const sum = sent.lines.reduce((cents, line) => cents + line.totalCents, 0);
  if (sent.lines.length === 0) throw new BooksRefusal(422, 'The document has no lines.');
  if (new Set(sent.lines.map((line) => line.lineId)).size !== sent.lines.length) {
    throw new BooksRefusal(422, 'Two lines have the same id.');
  }
  if (sum !== sent.totalCents) {
    throw new BooksRefusal(
      422,
      `The total ${(sent.totalCents / 100).toFixed(2)} is not the sum of its lines, ${(sum / 100).toFixed(2)}.`,
    );
  }
  if (sent.description.length > longest) {
    throw new BooksRefusal(422, `The description is longer than ${longest} characters.`);
  }
  const known = await lookUp(db, license, sent);
  if (known.vendor === null) throw new BooksRefusal(422, `Unknown vendor ${sent.vendorExternalId}.`);
  if (known.vendor.is_active === 0) throw new BooksRefusal(422, `Vendor ${known.vendor.name} is inactive.`);
  if (!known.hasCompany) throw new BooksRefusal(422, `Unknown company ${sent.companyExternalId}.`);
  if (!known.hasCurrency) {
    throw new BooksRefusal(
      422,
      `Company ${sent.companyExternalId} does not keep books in ${sent.currencyCode}.`,
    );
  }
  for (const line of sent.lines) checkLine(line, known);
}
