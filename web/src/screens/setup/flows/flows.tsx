import { PageHead } from '../../../parts/card.tsx';
import { useTitle } from '../../../parts/use-title.ts';

export function Flows() {
  useTitle('Approval Flows');
  return (
    <div className="gutter">
      <PageHead title="Approval Flows" />
    </div>
  );
}
