import { PageHead } from '../../../parts/card.tsx';
import { useTitle } from '../../../parts/use-title.ts';

export function SettingsScreen() {
  useTitle('Settings');
  return (
    <div className="gutter">
      <PageHead title="Settings" />
    </div>
  );
}
