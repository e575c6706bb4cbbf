import { sql } from 'drizzle-orm';
import { outsideContent } from '#domain/history/content';
import { columnsExcept, jsonObject, jsonPairs } from '#store/d1/json-object';
import type { ShowStore, Write } from '#store/d1/open';
import {
  attachments,
  documentLines,
  documents,
  files,
  purchaseOrders,
} from '#store/show/tables/document-tables';

const header = jsonObject([
  ...jsonPairs('d', columnsExcept(documents, outsideContent.documents)),
  ['revision', sql`d.revision`],
  ...jsonPairs('p', columnsExcept(purchaseOrders, outsideContent.purchaseOrders)),
]);
const line = jsonObject(jsonPairs('l', columnsExcept(documentLines, outsideContent.lines)));
const file = jsonObject([
  ...jsonPairs('f', columnsExcept(files, outsideContent.files)),
  ...jsonPairs('a', columnsExcept(attachments, outsideContent.files)),
]);

/**
 * Stores the canonical content of the purchase order, as it is after this batch's earlier statements, as the next entry
 * of its approval history (DEC-26). The event of the approval contains `id` and the hash of the content.
 */
export function insertSnapshot(
  { showId }: ShowStore,
  entry: { id: string; documentId: string; now: string },
): Write {
  return sql`INSERT INTO approval_history (id, show_id, document_id, position, created_at, total_cents, snapshot)
    SELECT ${entry.id}, d.show_id, d.id,
      (SELECT count(*) FROM approval_history h WHERE h.show_id = d.show_id AND h.document_id = d.id),
      ${entry.now}, d.total_cents,
      json_object('header', ${header},
        'lines', json((SELECT json_group_array(${line} ORDER BY l.line_number)
          FROM document_lines l WHERE l.show_id = d.show_id AND l.document_id = d.id)),
        'files', json((SELECT json_group_array(${file} ORDER BY a.file_id)
          FROM attachments a JOIN files f ON f.id = a.file_id WHERE a.show_id = d.show_id AND a.document_id = d.id)))
    FROM documents d JOIN purchase_orders p ON p.document_id = d.id
    WHERE d.show_id = ${showId} AND d.id = ${entry.documentId}`;
}
