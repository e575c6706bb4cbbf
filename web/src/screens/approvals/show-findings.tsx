import { TriangleAlert } from 'lucide-react';
import useSWR from 'swr';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { ButtonLink } from '../../parts/controls/button.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { useSession } from '../../session/session.tsx';
import { findings } from '../setup/health/words.ts';

/** What an administrator has to fix in the open show, with a link to Health. Nothing when the show is healthy. */
export function ShowFindings() {
  const { show } = useSession();
  const { id } = show;
  const { data } = useSWR(keys.managed(id, 'health', id), () =>
    ask(api.api.health[':id'].$get({ param: { id }, query: { showId: id } })),
  );
  const [health] = data?.shows ?? [];
  if (!health || health.level === 'well') return null;
  return (
    <div className="gutter pt-4">
      <Notice
        icon={<TriangleAlert aria-hidden className="size-4" />}
        actions={<ButtonLink href={`/setup/health/${id}`}>Open Health</ButtonLink>}
      >
        <span className="font-medium">{`${show.name} needs an administrator. `}</span>
        {health.findings.map((finding) => findings[finding].text).join(' ')}
      </Notice>
    </div>
  );
}
