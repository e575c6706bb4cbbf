import { useState } from 'react';
import useSWR from 'swr';
import { dateInZone } from '#domain/values/days';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Day, timeZone } from '../../../parts/display/date-format.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useHasPainted } from '../../../parts/hooks/use-has-painted.ts';
import type { StoredDocument } from '../document.ts';

const { links } = api.api.reports['email-pdf'];

function readLinks({ docType, id, showId }: StoredDocument) {
  const call = { query: { docType, docId: id, showId } };
  return ask(links.$get(call));
}

/**
 * The links to PDFs that were too large to attach to an e-mail. The sender or an administrator can revoke them
 * (DEC-57). Nothing when there are none.
 */
export function MailedLinks(props: { document: StoredDocument; newest: string }) {
  const { document, newest } = props;
  const flash = useToast();
  const key = keys.mailedLinks(document.docType, document.id, newest);
  const { data, mutate } = useSWR(useHasPainted() ? key : null, () => readLinks(document));
  const [linkToRevoke, setLinkToRevoke] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const revoke = async (id: string) => {
    setBusy(true);
    try {
      const call = { param: { id }, query: { showId: document.showId } };
      await ask(links[':id'].$delete(call));
      flash('success', 'Link revoked.');
      await mutate();
    } catch {
      flash('failure', 'The link could not be revoked.');
    }
    setBusy(false);
    setLinkToRevoke(null);
  };
  if (!data || data.links.length === 0) return null;
  return (
    <section aria-label="Links in emails" className="mt-3 border-t border-line pt-3">
      <h3 className="pb-1 text-sm font-medium">Links in emails</h3>
      <ul className="grid gap-1">
        {data.links.map(({ id, fileName, expires, isRevocable }) => (
          <li key={id} className="flex items-center gap-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{fileName}</span>
              <span className="block text-xs text-ink-muted">
                Anyone with the link can open it until <Day day={dateInZone(expires, timeZone)} />
              </span>
            </span>
            {isRevocable ? (
              <Button look="danger" aria-label={`Revoke ${fileName}`} onPress={() => setLinkToRevoke(id)}>
                Revoke
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title="Revoke Link"
        isOpen={linkToRevoke !== null}
        confirm="Revoke"
        danger
        isBusy={isBusy}
        onCancel={() => setLinkToRevoke(null)}
        onConfirm={() => linkToRevoke !== null && void revoke(linkToRevoke)}
      >
        Anyone who opens the link will see that it is no longer available. This cannot be undone.
      </ConfirmDialog>
    </section>
  );
}
