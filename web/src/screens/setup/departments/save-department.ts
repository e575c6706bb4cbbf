import {
  addDepartment,
  changeDepartment,
  setAccountCodes,
  setMember,
  setPrefix,
} from '../calls/departments.ts';
import type { DepartmentDraft } from './department-draft.ts';

/** The part of a save that failed, with its cause. Earlier parts are stored. */
export class DepartmentSaveError extends Error {
  readonly part: 'add' | 'change' | 'member' | 'settings';
  /** The member whose change failed. */
  readonly memberId: string | null;

  constructor(part: DepartmentSaveError['part'], cause: unknown, memberId: string | null = null) {
    super(part, { cause });
    this.part = part;
    this.memberId = memberId;
  }
}

async function withPart<Answer>(
  part: DepartmentSaveError['part'],
  call: Promise<Answer>,
  memberId: string | null = null,
): Promise<Answer> {
  return call.catch((cause: unknown) => {
    throw new DepartmentSaveError(part, cause, memberId);
  });
}

/** Saves changed members and settings. */
async function saveParts(
  showId: string,
  id: string,
  before: DepartmentDraft,
  draft: DepartmentDraft,
): Promise<void> {
  const prefix = draft.poNumberPrefix.trim();
  const changedMembers = draft.members.filter(
    (member) => (before.members.find((one) => one.id === member.id)?.active ?? false) !== member.active,
  );
  await Promise.all(
    changedMembers.map((member) =>
      withPart('member', setMember(showId, id, member.id, member.active), member.id),
    ),
  );
  if (prefix !== before.poNumberPrefix) await withPart('settings', setPrefix(showId, id, prefix));
  if (JSON.stringify(draft.accountCodes) !== JSON.stringify(before.accountCodes)) {
    await withPart('settings', setAccountCodes(showId, id, draft.accountCodes));
  }
}

/** Adds a department with everything in the form. Calls `onAdded` with its id as soon as it exists. */
export async function saveNew(
  showId: string,
  draft: DepartmentDraft,
  empty: DepartmentDraft,
  onAdded: (id: string) => void,
): Promise<void> {
  const { id } = await withPart('add', addDepartment(showId, draft.name.trim()));
  onAdded(id);
  await saveParts(showId, id, empty, draft);
}

export async function saveChanged(
  showId: string,
  id: string,
  before: DepartmentDraft,
  draft: DepartmentDraft,
): Promise<void> {
  const name = draft.name.trim();
  if (name !== before.name || draft.isActive !== before.isActive) {
    const change = {
      name: name === before.name ? undefined : name,
      isActive: draft.isActive === before.isActive ? undefined : draft.isActive,
    };
    await withPart('change', changeDepartment(showId, id, change));
  }
  await saveParts(showId, id, before, draft);
}
