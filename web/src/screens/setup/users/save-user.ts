import { ApiError } from '../../../api.ts';
import type { Complaint } from '../../../forms/error-summary.tsx';
import { changeUser, createUser, putDepartments } from '../calls/users.ts';
import { userTexts } from './messages.ts';
import { changesOf, departmentsChanged } from './user-draft.ts';
import type { UserDraft } from './user-draft.ts';

/** Which part of a save failed; the part before it is stored. */
export class UserSaveError extends Error {
  readonly part: 'user' | 'departments';

  constructor(part: UserSaveError['part'], cause: unknown) {
    super(part, { cause });
    this.part = part;
  }
}

async function as<Answer>(part: UserSaveError['part'], work: Promise<Answer>): Promise<Answer> {
  return work.catch((cause: unknown) => {
    throw new UserSaveError(part, cause);
  });
}

/** MG-06: a user who is in the show is changed by id. Throws `UserSaveError`. */
export async function saveChanged(
  showId: string,
  id: string,
  before: UserDraft,
  draft: UserDraft,
): Promise<void> {
  const changes = changesOf(before, draft);
  if (changes) await as('user', changeUser(showId, id, changes));
  if (departmentsChanged(before, draft)) {
    await as('departments', putDepartments(showId, id, draft.departmentIds));
  }
}

/** MG-06: anybody else is created after the lookup. Answers the id, also when the departments failed (MG-08). */
export async function saveNew(
  showId: string,
  foundId: string | null,
  { departmentIds, ...draft }: UserDraft,
): Promise<{ id: string; hasDepartments: boolean }> {
  const { id } = await as('user', createUser(showId, { ...draft, id: foundId }));
  if (departmentIds.length === 0) return { id, hasDepartments: true };
  const hasDepartments = await putDepartments(showId, id, departmentIds).then(
    () => true,
    () => false,
  );
  return { id, hasDepartments };
}

/** What a failed save says at a field. */
export function complaintsOf({ part, cause }: UserSaveError): Complaint[] {
  if (!(cause instanceof ApiError) || cause.code !== 'WORKFLOW_CONFLICT') return [];
  return part === 'departments'
    ? [{ field: 'departments', text: userTexts.isNeeded }]
    : [{ field: 'username', text: userTexts.isInShow }];
}
