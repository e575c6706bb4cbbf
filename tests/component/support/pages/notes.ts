import { Refusal } from '#domain/codes';
import { note } from '../fixtures/notes.ts';
import type { App } from '../open-app.ts';
import { storeDocument } from './reviews.ts';
import type { ReviewedDocument } from './reviews.ts';
import type { Note } from '#domain/documents/document-response';

const paths = { pos: 'orders', invoices: 'invoices', payments: 'payments' } as const;

/** Stubs the routes that add and change notes. The page's user becomes the author. */
export function stubNotes({ api, world }: Pick<App, 'api' | 'world'>): void {
  for (const path of ['pos', 'invoices', 'payments'] as const) {
    const documentOf = (id: string | undefined): ReviewedDocument => {
      const documents: readonly ReviewedDocument[] = world[paths[path]];
      const document = documents.find((one) => one.id === id);
      if (!document) throw new Refusal('NOT_FOUND');
      return document;
    };
    api.on(`POST /api/${path}/:id/notes`, ({ params, body }) => {
      const document = documentOf(params['id']);
      const added = note(body.content, { by: world.person });
      storeDocument(world, { ...document, notes: [...document.notes, added] });
      return added;
    });
    api.on(`PUT /api/${path}/:id/notes`, ({ params, body }) => {
      const document = documentOf(params['id']);
      const previous = document.notes.find(({ id }) => id === body.id);
      if (!previous) throw new Refusal('NOT_FOUND');
      const changed: Note = { ...previous, content: body.content, isEdited: true };
      storeDocument(world, {
        ...document,
        notes: document.notes.map((one) => (one.id === changed.id ? changed : one)),
      });
      return changed;
    });
  }
}
