import { PageHead } from '../../../parts/card.tsx';
import { useTitle } from '../../../parts/use-title.ts';

export function Shows() {
  useTitle('Shows');
  return (
    <div className="gutter">
      <PageHead title="Shows" />
    </div>
  );
}
