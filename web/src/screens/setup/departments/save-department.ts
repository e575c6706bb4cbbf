import {
  addDepartment,
  changeDepartment,
  setAccountCodes,
  setMember,
  setPrefix,
} from '../calls/departments.ts';
import type { DepartmentDraft } from './department-draft.ts';

/** Which part of a save the server refused, and why; the parts before it are stored. */
export class DepartmentSaveError extends Error {
  readonly part: 'add' | 'change' | 'member' | 'settings';
  /** Whose place could not be changed. */
  readonly memberId: string | null;

  constructor(part: DepartmentSaveError['part'], cause: unknown, memberId: string | null = null) {
    super(part, { cause });
    this.part = part;
    this.memberId = memberId;
  }
}

async function as<Answer>(
  part: DepartmentSaveError['part'],
  work: Promise<Answer>,
  memberId: string | null = null,
): Promise<Answer> {
  return work.catch((cause: unknown) => {
    throw new DepartmentSaveError(part, cause, memberId);
  });
}

/** Members and settings, where they are other than before. */
async function saveParts(
  showId: string,
  id: string,
  before: DepartmentDraft,
  draft: DepartmentDraft,
): Promise<void> {
  const prefix = draft.poNumberPrefix.trim();
  const moved = draft.members.filter(
    (member) => (before.members.find((one) => one.id === member.id)?.active ?? false) !== member.active,
  );
  await Promise.all(
    moved.map((member) => as('member', setMember(showId, id, member.id, member.active), member.id)),
  );
  if (prefix !== before.poNumberPrefix) await as('settings', setPrefix(showId, id, prefix));
  if (JSON.stringify(draft.accountCodes) !== JSON.stringify(before.accountCodes)) {
    await as('settings', setAccountCodes(showId, id, draft.accountCodes));
  }
}

/** Adds a department with all that the form holds, and answers its id as soon as there is one. */
export async function saveNew(
  showId: string,
  draft: DepartmentDraft,
  empty: DepartmentDraft,
  onAdded: (id: string) => void,
): Promise<void> {
  const { id } = await as('add', addDepartment(showId, draft.name.trim()));
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
    await as('change', changeDepartment(showId, id, change));
  }
  await saveParts(showId, id, before, draft);
}
