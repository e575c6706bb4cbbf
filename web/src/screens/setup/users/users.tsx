import { PageHead } from '../../../parts/card.tsx';
import { useTitle } from '../../../parts/use-title.ts';

export function Users() {
  useTitle('Users');
  return (
    <div className="gutter">
      <PageHead title="Users" />
    </div>
  );
}
