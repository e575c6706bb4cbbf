import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import { isApprover, isGuarantor } from '#domain/identity/permissions';
import { accountLock, userLock } from '#domain/management/user';
import { keys } from '../../../keys.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { Covers } from '../../../session/cover/covers.tsx';
import { useSession } from '../../../session/session.tsx';
import { ManagedForm } from '../managed-form/managed-form.tsx';
import { Section } from '../managed-form/section.tsx';
import { useManagedForm } from '../managed-form/use-managed-form.ts';
import { AccountSection } from './account-section.tsx';
import { BudgetSection } from './budget-section.tsx';
import { userTexts } from './messages.ts';
import { UserSaveError, formErrors, saveChanged, saveNew } from './save-user.ts';
import { ReplacementSection } from './replacement/replacement-section.tsx';
import { useLeavingQuestion } from './replacement/use-leaving-question.tsx';
import { DepartmentSection, RoleSection, ToggleSection } from './sections.tsx';
import { checkUser, draftOf, newDraft } from './user-draft.ts';
import type { UserDraft } from './user-draft.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { words } from '../../../words.ts';
import { inviteAgain } from '../calls/users.ts';
import type { User, UserLookupResult } from '#domain/management/management-response';

/** For a local user who has no password yet or whose link has expired. */
function InviteButton({ user }: { user: Pick<User, 'id' | 'username'> }) {
  const { show } = useSession();
  const flash = useToast();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await inviteAgain(show.id, user.id);
      flash('success', userTexts.linkSent(user.username));
    } catch {
      flash('error', words.email_send_failed);
    }
    setBusy(false);
  };
  return (
    <Button isPending={isBusy} onPress={() => void send()}>
      Send Password Link
    </Button>
  );
}

const list = '/setup/users';

interface UserFormProps {
  /** A user of the show. Null for a new user. */
  user: User | null;
  found?: UserLookupResult | null;
  username?: string;
}

/** Saves the user, refreshes the lists and the account, and shows a toast. */
function useSaveUser({ user, found = null }: UserFormProps, before: UserDraft) {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  const flash = useToast();
  const refresh = async (id: string) =>
    Promise.all([
      mutate(keys.lookup(show.id, 'people')),
      mutate(keys.lookup(show.id, 'departments')),
      mutate(keys.lookup(show.id, 'user', id)),
    ]);
  return async (draft: UserDraft) => {
    if (user) {
      await saveChanged(show.id, user.id, before, draft).finally(() => void refresh(user.id));
      return flash('success', userTexts.modified);
    }
    const { id, hasDepartments } = await saveNew(show.id, found?.id ?? null, draft);
    await refresh(id);
    return hasDepartments
      ? flash('success', userTexts.created)
      : flash('warning', userTexts.createdWithoutDepartments);
  };
}

/** The form of a user of this show (MG-05, MG-06, DEC-92). */
export function UserForm(props: UserFormProps) {
  const { user, found = null, username = '' } = props;
  const { rights, user: me } = useSession();
  const navigate = useNavigate();
  const flash = useToast();
  // The values when the form opened. Fields that only other users changed are not sent.
  const [before] = useState(() => (user ? draftOf(user) : newDraft(found, username)));
  const form = useForm<UserDraft>({ defaultValues: before });
  const values = useWatch({ control: form.control }) as UserDraft;
  const lock = user ? userLock({ id: me.id, ...rights }, user) : null;
  // Users set their own cover in Account Settings.
  const canBeCovered =
    user !== null && lock === null && user.isActive && isApprover(user.roleId) && user.id !== me.id;
  const ofGuarantor = isGuarantor({ role: values.roleId });
  const leave = () => void navigate(list);
  const state = useManagedForm(form, {
    check: checkUser,
    save: useSaveUser(props, before),
    onSaved: () => list,
    onFailed: (error) => {
      if (!(error instanceof UserSaveError)) return [];
      const failed = user ? userTexts.updateFailed : userTexts.createFailed;
      flash('error', error.part === 'user' ? failed : userTexts.departmentsFailed);
      return formErrors(error);
    },
  });
  const { save, isReading, question } = useLeavingQuestion(user, values, state.save);
  const section = {
    form,
    values,
    errorAt: state.errorAt,
    isReadOnly: lock !== null,
    isNew: user === null,
    isSelf: user?.id === me.id,
    accountLock: user && accountLock(rights, user),
    hasOwnNames: user ? user.localUser : found === null,
  };
  return (
    <ManagedForm
      title={user ? `${user.firstName} ${user.lastName}` : 'Add User'}
      detail={lock ?? (user && !user.isActive ? 'Inactive in this show' : null)}
      isReadOnly={lock !== null}
      state={{ ...state, save, isBusy: state.isBusy || isReading }}
      onCancel={leave}
      actions={user?.localUser && user.isActive && lock === null ? <InviteButton user={user} /> : null}
    >
      {user && canBeCovered ? (
        <Section title="Cover">
          <Covers absent={{ userId: user.id, name: `${user.firstName} ${user.lastName}` }} />
        </Section>
      ) : null}
      {user && lock === null ? <ReplacementSection user={user} /> : null}
      <AccountSection {...section} />
      <RoleSection {...section} />
      {ofGuarantor ? null : <ToggleSection {...section} />}
      <BudgetSection {...section} />
      {ofGuarantor ? null : <DepartmentSection {...section} />}
      {question}
    </ManagedForm>
  );
}
