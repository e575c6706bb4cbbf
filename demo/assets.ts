import { createHash } from 'node:crypto';
import { farmhouse, floorPlan, storyboard, swatches, trunk } from './documents/pictures.ts';
import { invoicePdf, quotePdf, remittancePdf, taxFormPdf, termsPdf } from './documents/sample-pdfs.ts';
import { sheetPdf } from './documents/sheet-pdf.ts';

/** A real file of the demo, used under many labels. */
interface Asset {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  size: number;
  sha256: string;
}

export type AssetName =
  | 'quote'
  | 'invoice'
  | 'remittance'
  | 'taxForm'
  | 'terms'
  | 'farmhouse'
  | 'storyboard'
  | 'trunk'
  | 'floorPlan'
  | 'swatches';
export type Assets = Readonly<Record<AssetName, Asset>>;

/** The content of a file row; stored in R2 under the row's id. */
export interface Upload {
  fileId: string;
  asset: AssetName;
}

function asset(bytes: Uint8Array<ArrayBuffer>, contentType: string): Asset {
  return {
    bytes,
    contentType,
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

function picture(base64: string, contentType: 'image/jpeg' | 'image/png'): Asset {
  return asset(
    Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
    contentType,
  );
}

/** What invoices have attached. */
const invoiceFiles: ReadonlySet<AssetName> = new Set(['invoice', 'trunk']);

/**
 * The content of one upload. Files of invoices end with bytes of their own, which readers ignore: an identical file would
 * be a possible duplicate (IN-33).
 */
export function contentOf(assets: Assets, { fileId, asset: name }: Upload): Omit<Asset, 'contentType'> {
  if (!invoiceFiles.has(name)) return assets[name];
  const { bytes, contentType } = assets[name];
  return asset(new Uint8Array([...bytes, ...new TextEncoder().encode(`% ${fileId}\n`)]), contentType);
}

/** Returns the same bytes every time: the PDFs have a fixed date. */
export async function makeAssets(): Promise<Assets> {
  const [quote, invoice, remittance, taxForm, terms] = await Promise.all(
    [quotePdf, invoicePdf, remittancePdf, taxFormPdf, termsPdf].map(async (sample) =>
      asset(await sheetPdf(sample), 'application/pdf'),
    ),
  );
  if (!quote || !invoice || !remittance || !taxForm || !terms) throw new Error('A demo paper is missing');
  return {
    quote,
    invoice,
    remittance,
    taxForm,
    terms,
    farmhouse: picture(farmhouse, 'image/jpeg'),
    storyboard: picture(storyboard, 'image/jpeg'),
    trunk: picture(trunk, 'image/jpeg'),
    floorPlan: picture(floorPlan, 'image/png'),
    swatches: picture(swatches, 'image/png'),
  };
}
