import { PageHead } from '../../../parts/card.tsx';
import { useTitle } from '../../../parts/use-title.ts';

export function Departments() {
  useTitle('Departments');
  return (
    <div className="gutter">
      <PageHead title="Departments" />
    </div>
  );
}
