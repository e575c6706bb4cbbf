import { useParams } from 'react-router';
import { LoadFailure } from '../../../parts/card.tsx';
import { LoadingForm } from '../loading-form.tsx';
import { useUser } from './calls.ts';
import { userTexts } from './messages.ts';
import { UserForm } from './user-form.tsx';

export function EditUser() {
  const { id = '' } = useParams();
  const { data: user, error, isValidating, mutate } = useUser(id);
  if (user) return <UserForm key={user.id} user={user} />;
  if (!error) return <LoadingForm />;
  return <LoadFailure text={userTexts.loadFailed} onRetry={() => void mutate()} isBusy={isValidating} />;
}
