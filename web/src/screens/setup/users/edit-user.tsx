import { useParams } from 'react-router';
import { FormFailure } from '../managed-form/form-failure.tsx';
import { LoadingForm } from '../managed-form/loading-form.tsx';
import { useUser } from '../calls/users.ts';
import { userTexts } from './messages.ts';
import { UserForm } from './user-form.tsx';

export function EditUser() {
  const { id = '' } = useParams();
  const { data: user, error, isValidating, mutate } = useUser(id);
  if (user) return <UserForm key={user.id} user={user} />;
  if (!error) return <LoadingForm />;
  const retry = { onRetry: () => void mutate(), isBusy: isValidating, error };
  return (
    <FormFailure text={userTexts.loadFailed} list={{ text: 'Users', href: '/setup/users' }} retry={retry} />
  );
}
