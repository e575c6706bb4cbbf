import { Refusal } from '#domain/codes';
import type { Note } from '#domain/documents/notes';
import { note } from '../fixtures/notes.ts';
import type { App } from '../open-app.ts';
import { store } from './reviews.ts';
import type { Reviewed } from './reviews.ts';

const paths = { pos: 'orders', invoices: 'invoices', payments: 'payments' } as const;

/** New and changed notes are kept in the world, as of the user of the page. */
export function answerNotes({ api, world }: Pick<App, 'api' | 'world'>): void {
  for (const path of ['pos', 'invoices', 'payments'] as const) {
    const documentOf = (id: string | undefined): Reviewed => {
      const documents: readonly Reviewed[] = world[paths[path]];
      const document = documents.find((one) => one.id === id);
      if (!document) throw new Refusal('NOT_FOUND');
      return document;
    };
    api.on(`POST /api/${path}/:id/notes`, ({ params, body }) => {
      const document = documentOf(params['id']);
      const added = note(body.content, { by: world.person });
      store(world, { ...document, notes: [...document.notes, added] });
      return added;
    });
    api.on(`PUT /api/${path}/:id/notes`, ({ params, body }) => {
      const document = documentOf(params['id']);
      const former = document.notes.find(({ id }) => id === body.id);
      if (!former) throw new Refusal('NOT_FOUND');
      const changed: Note = { ...former, content: body.content, isEdited: true };
      store(world, {
        ...document,
        notes: document.notes.map((one) => (one.id === changed.id ? changed : one)),
      });
      return changed;
    });
  }
}
