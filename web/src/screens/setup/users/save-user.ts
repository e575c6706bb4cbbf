import { isGuarantor } from '#domain/identity/permissions';
import { ApiError } from '../../../api.ts';
import type { FormError } from '../../../forms/error-summary.tsx';
import { changeUser, createUser, putDepartments } from '../calls/users.ts';
import { userTexts } from './messages.ts';
import { changesOf, departmentsChanged, withShownRanges } from './user-draft.ts';
import type { UserDraft } from './user-draft.ts';

/** The part of a save that failed. The parts before it are stored. */
export class UserSaveError extends Error {
  readonly part: 'user' | 'departments';

  constructor(part: UserSaveError['part'], cause: unknown) {
    super(part, { cause });
    this.part = part;
  }
}

async function withPart<Answer>(part: UserSaveError['part'], call: Promise<Answer>): Promise<Answer> {
  return call.catch((cause: unknown) => {
    throw new UserSaveError(part, cause);
  });
}

/** Changes a user of the show by id. Throws `UserSaveError` (MG-06). */
export async function saveChanged(
  showId: string,
  id: string,
  before: UserDraft,
  draft: UserDraft,
): Promise<void> {
  const changes = changesOf(before, draft);
  if (changes) await withPart('user', changeUser(showId, id, changes));
  // The form of a guarantor has no departments.
  if (departmentsChanged(before, draft) && !isGuarantor({ role: draft.roleId })) {
    await withPart('departments', putDepartments(showId, id, draft.departmentIds));
  }
}

/**
 * Creates a user after the lookup (MG-06). Returns the id, also when saving the departments failed (MG-08). Throws
 * `UserSaveError`.
 */
export async function saveNew(
  showId: string,
  foundId: string | null,
  draft: UserDraft,
): Promise<{ id: string; hasDepartments: boolean }> {
  const { departmentIds, ...fields } = withShownRanges(draft, { budgetAccounts: null });
  const { id } = await withPart('user', createUser(showId, { ...fields, id: foundId }));
  if (departmentIds.length === 0 || isGuarantor({ role: draft.roleId })) return { id, hasDepartments: true };
  const hasDepartments = await putDepartments(showId, id, departmentIds).then(
    () => true,
    () => false,
  );
  return { id, hasDepartments };
}

/** Form errors of a failed save, for fields that the user can correct. */
export function formErrors({ part, cause }: UserSaveError): FormError[] {
  if (!(cause instanceof ApiError) || cause.code !== 'WORKFLOW_CONFLICT') return [];
  return part === 'departments'
    ? [{ field: 'departments', text: userTexts.isNeeded }]
    : [{ field: 'username', text: userTexts.isInShow }];
}
