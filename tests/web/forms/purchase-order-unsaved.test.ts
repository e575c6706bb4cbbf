import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyDraft } from '#domain/purchase-orders/purchase-order-draft';
import {
  claimSlot,
  deleteDrafts,
  createSlot,
  isSlotOf,
  saveDraft,
  slotPrefix,
  orphanedDrafts,
  readDraft,
} from '../../../web/src/forms/autosaved-draft.ts';
import type * as FormErrors from '../../../web/src/forms/document/model/form-errors.ts';
import type * as FormDefinition from '../../../web/src/forms/purchase-order/form-definition.ts';
import type * as Api from '../../../web/src/api.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : null);
const storedDraft = (draft: string, minute: number) => ({
  draft,
  version: 1,
  at: `2026-11-21T10:0${minute}:00.000Z`,
});

describe('unsaved work', () => {
  /** Locks held by all tabs of the browser. */
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
    // Like the browser's storage, it lists its keys but not its methods.
    vi.stubGlobal(
      'localStorage',
      new Proxy(store, { get: (_all, name) => Reflect.get(methods, name) ?? Reflect.get(store, name) }),
    );
  });

  test('SH-07: a draft is found only by the same user, show and document', async () => {
    const prefix = slotPrefix('dana', 'nlite', 'new-po');
    const slot = createSlot(prefix);
    saveDraft(slot, storedDraft('half a PO', 1));
    expect(await orphanedDrafts(prefix, 'own', text)).toEqual([{ ...storedDraft('half a PO', 1), slot }]);
    expect(await orphanedDrafts(slotPrefix('priya', 'nlite', 'new-po'), 'own', text)).toEqual([]);
    expect(isSlotOf(slotPrefix('dana', 'nlite', 'new'), slot)).toBe(false);
    saveDraft(slot, null);
    expect(readDraft(slot, text)).toBeNull();
  });

  test('SH-07: two forms of one document have different slots, and a draft that is open in another tab is not offered', async () => {
    const [ownSlot, otherSlot] = [createSlot('po'), createSlot('po')];
    expect(ownSlot).not.toBe(otherSlot);
    const release = claimSlot(otherSlot);
    saveDraft(otherSlot, storedDraft('being typed in another tab', 2));
    saveDraft(ownSlot, storedDraft('typed here', 1));
    expect(await orphanedDrafts('po', ownSlot, text)).toEqual([]);
    release();
    expect((await orphanedDrafts('po', ownSlot, text)).map(({ draft }) => draft)).toEqual([
      'being typed in another tab',
    ]);
  });

  test('SH-07: drafts are sorted newest first, and the oldest is deleted beyond the limit', async () => {
    for (let minute = 1; minute <= 6; minute += 1)
      saveDraft(createSlot('full'), storedDraft(`work ${minute}`, minute));
    const drafts = (await orphanedDrafts('full', 'own', text)).map(({ draft }) => draft);
    expect(drafts).toEqual(['work 6', 'work 5', 'work 4', 'work 3', 'work 2']);
    deleteDrafts('full');
    expect(await orphanedDrafts('full', 'own', text)).toEqual([]);
  });

  test('SH-07: a draft of an unknown shape is not offered', async () => {
    localStorage.setItem('old:a', '{"draft": {"old": true}, "version": 1, "at": "x"}');
    localStorage.setItem('old:b', 'no JSON');
    expect(await orphanedDrafts('old', 'own', text)).toEqual([]);
  });
});

describe('refusals', () => {
  let formErrors: typeof FormErrors;
  let api: typeof Api;
  let rules: typeof FormDefinition.orderRefusals;
  beforeAll(async () => {
    vi.stubGlobal('location', { origin: 'http://backlot.example' });
    formErrors = await import('../../../web/src/forms/document/model/form-errors.ts');
    api = await import('../../../web/src/api.ts');
    rules = (await import('../../../web/src/forms/purchase-order/form-definition.ts')).orderRefusals;
  });

  test('DEC-02: codes of the server get the texts and fields of their rules; unknown codes are ignored', () => {
    const draft = emptyDraft('2026-11-21');
    const error = new api.ApiError(400, { code: 'POS_BAD_REQUEST', errors: ['vendor', 'reference_po'] });
    const refused = formErrors.serverErrors(error, draft, rules);
    expect(refused.map(({ field, text: message }) => [field, message])).toEqual([
      ['vendor', 'Please select a vendor from the list.'],
    ]);
    expect(formErrors.unresolvedErrors(refused, { ...draft, description: 'Lamps' })).toEqual(refused);
  });

  test('VE-17: the error of a refused field disappears once its value changes', () => {
    const draft = emptyDraft('2026-11-21');
    const refused = formErrors.serverErrors(
      new api.ApiError(400, { code: 'INVALID_TEMP_VENDOR' }),
      draft,
      rules,
    );
    expect(refused.map(({ text: message }) => message)).toEqual([
      'Temporary vendor values are invalid or missing.',
    ]);
    const vendor = { ...draft, vendor: { name: 'Other' } } as unknown as typeof draft;
    expect(formErrors.unresolvedErrors(refused, vendor)).toEqual([]);
    expect(formErrors.serverErrors(new Error('offline'), draft, rules)).toEqual([]);
  });
});
