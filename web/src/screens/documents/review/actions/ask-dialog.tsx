import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { noteLimit } from '#domain/document';
import { responsibleUser } from '#domain/lifecycle/subject';
import { ApiError } from '../../../../api.ts';
import { keys } from '../../../../keys.ts';
import { ComboBox } from '../../../../parts/fields/combo-box.tsx';
import type { Option } from '../../../../parts/fields/select.tsx';
import { ReasonDialog } from '../../../../parts/overlays/reason-dialog.tsx';
import { useToast } from '../../../../parts/overlays/toast.tsx';
import { askQuestion, readReaders } from '../../calls.ts';
import type { StoredDocument } from '../../document.ts';
import { failureTexts, successTexts } from '../../messages.ts';

interface Props {
  document: StoredDocument;
  onClose: () => void;
}

/** Whom to ask, and what. The document's owner is proposed (ASK-01). */
export function AskDialog({ document, onClose }: Props) {
  const { docType, id, showId } = document;
  const flash = useToast();
  const { mutate } = useSWRConfig();
  const { data: people } = useSWR(keys.lookup(showId, 'readers', docType, id), () => readReaders(document));
  const options = (people ?? []).map(({ id: userId, name }): Option => ({ id: userId, text: name }));
  const owner = options.find((option) => option.id === responsibleUser(document.subject)) ?? null;
  // Undefined until the user chooses, so that the owner is proposed as soon as the people are loaded.
  const [chosen, setChosen] = useState<Option | null>();
  const [isBusy, setBusy] = useState(false);
  const asked = chosen === undefined ? owner : chosen;
  const send = async (content: string) => {
    if (!asked) return;
    setBusy(true);
    try {
      await askQuestion(document, asked.id, content);
      await mutate((key) => Array.isArray(key) && key[0] === 'document' && key[2] === id);
      flash('success', successTexts.asked(asked.text));
      onClose();
    } catch (error) {
      flash('failure', (error instanceof ApiError && error.text) || failureTexts.ask);
      setBusy(false);
    }
  };
  return (
    <ReasonDialog
      title={`Ask a Question about ${document.name}`}
      isOpen
      isBusy={isBusy}
      confirm="Ask"
      label="Question"
      limit={noteLimit}
      refusal={asked ? null : 'Choose whom you ask.'}
      onCancel={onClose}
      onConfirm={(content) => void send(content)}
    >
      <div className="text-ink">
        <ComboBox
          label="Ask"
          value={asked}
          onChange={setChosen}
          options={options}
          isLoadingOptions={people === undefined}
          hint="Only people who may see this document."
        />
      </div>
    </ReasonDialog>
  );
}
