import { beforeAll, describe, expect, test } from 'vitest';
import { as, create, read } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';
import type { Note } from '#domain/documents/document-response';

beforeAll(openStudio);

type Answered = Note & { code?: string };
const add = (name: PersonName, id: string, own: Record<string, unknown> = {}) =>
  as(name).post<Answered>(`/api/pos/${id}/notes`, {
    content: 'Please hurry',
    keyId: crypto.randomUUID(),
    timestamp: '2020-01-01T00:00:00.000Z',
    isReview: true,
    ...own,
  });
const edit = (name: PersonName, id: string, note: { id: string }, content: string) =>
  as(name).put<Answered>(`/api/pos/${id}/notes`, { ...note, content });

describe('notes', () => {
  test('API-07, NO-01, NO-05, DEC-54: the whole note is returned; author and time are set by the server', async () => {
    const { id } = await create('dana');
    const answer = await add('dana', id, { commenter: { id: 'ada', name: 'Ada Stone' }, keyId: 'k1' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      keyId: 'k1',
      content: 'Please hurry',
      commenter: { id: 'dana', name: 'Dana Stone' },
      timestamp: expect.not.stringContaining('2020'),
      createdTimestamp: answer.body.timestamp,
      updatedTimestamp: answer.body.timestamp,
      isEdited: false,
      context: 'STANDARD',
      changeOrderNumber: 0,
      isReview: true,
    });
    expect((await read('dana', id)).notes).toEqual([answer.body]);
  });

  test('NO-05, DEC-99: a keyId is one note, also when concurrent; another keyId is another note', async () => {
    const { id } = await create('dana');
    const answers = await Promise.all(Array.from({ length: 5 }, () => add('dana', id, { keyId: 'twice' })));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    await add('dana', id, { keyId: 'other' });
    expect((await read('dana', id)).notes.map((note) => note.keyId).toSorted()).toEqual(['other', 'twice']);
  });

  test('DEC-99: the same keyId with another text, or from another user, is refused', async () => {
    const { id } = await create('dana');
    await add('dana', id, { keyId: 'k', content: 'Mine' });
    for (const [name, content] of [
      ['carl', 'Mine'],
      ['dana', 'Other'],
    ] as const) {
      const answer = await add(name, id, { keyId: 'k', content });
      expect([answer.status, answer.body.code]).toEqual([422, 'invalid_parameter']);
    }
    expect((await read('dana', id)).notes).toMatchObject([{ content: 'Mine', commenter: { id: 'dana' } }]);
  });

  test('API-08, NO-08: an edit marks the note; the same text again does not', async () => {
    const { id } = await create('dana');
    const { body: note } = await add('dana', id);
    expect((await edit('dana', id, note, 'Please hurry')).body.isEdited).toBe(false);
    const edited = await edit('dana', id, note, ' No hurry ');
    expect(edited.body).toMatchObject({ id: note.id, content: 'No hurry', isEdited: true });
    expect(edited.body.createdTimestamp).toBe(note.createdTimestamp);
    expect((await read('dana', id)).notes).toEqual([edited.body]);
  });

  test('NO-09, PE-26: only its author edits a note, not even an admin', async () => {
    const { id } = await create('dana');
    const { body: note } = await add('dana', id);
    for (const name of ['carl', 'ada'] as const) {
      const answer = await edit(name, id, note, 'Changed');
      expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await read('dana', id)).notes[0]?.content).toBe('Please hurry');
  });

  test('DEC-13: a user who may not see the order neither adds nor edits notes; an unknown note is 404', async () => {
    const [first, second] = [await create('dana'), await create('dana')];
    const { body: note } = await add('dana', first.id);
    expect((await add('otto', first.id)).status).toBe(404);
    expect((await edit('otto', first.id, note, 'x')).status).toBe(404);
    expect((await edit('dana', second.id, note, 'x')).status).toBe(404);
  });

  test.each([
    ['NO-04', 'no content', { content: '   ' }],
    ['DEC-54', 'more than a thousand characters', { content: 'x'.repeat(1001) }],
  ])('%s: %s is refused', async (_id, _name, own) => {
    const { id } = await create('dana');
    const answer = await add('dana', id, own);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
  });

  test('NO-04: a thousand characters are stored unchanged', async () => {
    const { id } = await create('dana');
    expect((await add('dana', id, { content: '語'.repeat(1000) })).body.content).toHaveLength(1000);
  });

  test('DEC-90: a note adds an audit event, and no visible history entry', async () => {
    const { id } = await create('dana');
    await add('dana', id);
    const events = await sql.alpha`SELECT action, history_type FROM document_events WHERE document_id = ${id}
      ORDER BY seq`;
    expect(events).toEqual([
      { action: 'create', history_type: null },
      { action: 'note', history_type: null },
    ]);
    expect((await read('dana', id)).historyEvents).toEqual([]);
  });
});
