import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyDraft } from '#domain/purchase-orders/purchase-order-draft';
import {
  claimSlot,
  deleteDrafts,
  freshSlot,
  isSlotOf,
  keep,
  keptPrefix,
  orphanedDrafts,
  readDraft,
} from '../../../web/src/forms/autosaved-draft.ts';
import type * as Complaints from '../../../web/src/forms/document/model/form-errors.ts';
import type * as Kind from '../../../web/src/forms/purchase-order/form-definition.ts';
import type * as Api from '../../../web/src/api.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : null);
const left = (draft: string, minute: number) => ({
  draft,
  version: 1,
  at: `2026-11-21T10:0${minute}:00.000Z`,
});

describe('unsaved work', () => {
  /** What the browser has locked, by all tabs. */
  let locked: string[] = [];
  beforeAll(() => {
    vi.stubGlobal('navigator', {
      locks: {
        request: async (name: string, hold: () => Promise<void>) => {
          locked.push(name);
          await hold();
          locked = locked.filter((one) => one !== name);
        },
        query: () => Promise.resolve({ held: locked.map((name) => ({ name })) }),
      },
    });
  });
  beforeEach(() => {
    locked = [];
    const store: Record<string, string> = {};
    const methods = {
      getItem: (key: string) => store[key] ?? null,
      setItem: (key: string, value: string) => {
        store[key] = value;
      },
      removeItem: (key: string) => {
        delete store[key];
      },
    };
    // Like the browser's own, it lists its keys and not its methods.
    vi.stubGlobal(
      'localStorage',
      new Proxy(store, { get: (_all, name) => Reflect.get(methods, name) ?? Reflect.get(store, name) }),
    );
  });

  test('SH-07: is found again by the same user, show and document only', async () => {
    const prefix = keptPrefix('dana', 'nlite', 'new-po');
    const slot = freshSlot(prefix);
    keep(slot, left('half a PO', 1));
    expect(await orphanedDrafts(prefix, 'own', text)).toEqual([{ ...left('half a PO', 1), slot }]);
    expect(await orphanedDrafts(keptPrefix('priya', 'nlite', 'new-po'), 'own', text)).toEqual([]);
    expect(isSlotOf(keptPrefix('dana', 'nlite', 'new'), slot)).toBe(false);
    keep(slot, null);
    expect(readDraft(slot, text)).toBeNull();
  });

  test('SH-07: two forms of one document never share a slot, and one that is open elsewhere is not offered', async () => {
    const [here, there] = [freshSlot('po'), freshSlot('po')];
    expect(here).not.toBe(there);
    const letGo = claimSlot(there);
    keep(there, left('being typed in another tab', 2));
    keep(here, left('typed here', 1));
    expect(await orphanedDrafts('po', here, text)).toEqual([]);
    letGo();
    expect((await orphanedDrafts('po', here, text)).map(({ draft }) => draft)).toEqual([
      'being typed in another tab',
    ]);
  });

  test('SH-07: the newest comes first, and the oldest is given up once too much is left behind', async () => {
    for (let minute = 1; minute <= 6; minute += 1) keep(freshSlot('full'), left(`work ${minute}`, minute));
    const drafts = (await orphanedDrafts('full', 'own', text)).map(({ draft }) => draft);
    expect(drafts).toEqual(['work 6', 'work 5', 'work 4', 'work 3', 'work 2']);
    deleteDrafts('full');
    expect(await orphanedDrafts('full', 'own', text)).toEqual([]);
  });

  test('SH-07: of a shape that is no longer known is not offered', async () => {
    localStorage.setItem('old:a', '{"draft": {"old": true}, "version": 1, "at": "x"}');
    localStorage.setItem('old:b', 'no JSON');
    expect(await orphanedDrafts('old', 'own', text)).toEqual([]);
  });
});

describe('refusals', () => {
  let complaints: typeof Complaints;
  let api: typeof Api;
  let rules: typeof Kind.orderRefusals;
  beforeAll(async () => {
    vi.stubGlobal('location', { origin: 'http://backlot.example' });
    complaints = await import('../../../web/src/forms/document/model/form-errors.ts');
    api = await import('../../../web/src/api.ts');
    rules = (await import('../../../web/src/forms/purchase-order/form-definition.ts')).orderRefusals;
  });

  test('DEC-02: codes of the server are told in the rules own words at their fields; unknown ones are not made up', () => {
    const draft = emptyDraft('2026-11-21');
    const error = new api.ApiError(400, { code: 'POS_BAD_REQUEST', errors: ['vendor', 'reference_po'] });
    const refused = complaints.refusedBy(error, draft, rules);
    expect(refused.map(({ field, text: said }) => [field, said])).toEqual([
      ['vendor', 'Please select a vendor from the list.'],
    ]);
    expect(complaints.stillRefused(refused, { ...draft, description: 'Lamps' })).toEqual(refused);
  });

  test('VE-17: a refused field is blamed no longer once it holds something else', () => {
    const draft = emptyDraft('2026-11-21');
    const refused = complaints.refusedBy(
      new api.ApiError(400, { code: 'INVALID_TEMP_VENDOR' }),
      draft,
      rules,
    );
    expect(refused.map(({ text: said }) => said)).toEqual([
      'Temporary vendor values are invalid or missing.',
    ]);
    const vendor = { ...draft, vendor: { name: 'Other' } } as unknown as typeof draft;
    expect(complaints.stillRefused(refused, vendor)).toEqual([]);
    expect(complaints.refusedBy(new Error('offline'), draft, rules)).toEqual([]);
  });
});
