import { useState } from 'react';
import { noteLimit } from '#domain/document';
import type { Note } from '#domain/documents/document-response';
import { openQuestionsOf } from '#domain/questions/question';
import { Button } from '../../../parts/controls/button.tsx';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { TextArea } from '../../../parts/fields/text-field.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { useSession } from '../../../session/session.tsx';
import { answerQuestion, withdrawQuestion } from '../calls.ts';
import type { StoredDocument } from '../document.ts';
import { failureTexts, successTexts } from '../messages.ts';
import { useRules } from '../use-rules.ts';

interface Props {
  document: StoredDocument;
  onChanged: () => void;
}

/** The open questions above the document: who asked whom, since when, and the answer of the asked user (ASK-03). */
export function OpenQuestions(props: Props) {
  const questions = openQuestionsOf(props.document.notes);
  if (questions.length === 0) return null;
  return (
    <Card title={questions.length === 1 ? 'Question Open' : 'Questions Open'}>
      <ul className="grid gap-4">
        {questions.map((note) => (
          <OpenQuestion key={note.id} note={note} {...props} />
        ))}
      </ul>
    </Card>
  );
}

function OpenQuestion({ note, document, onChanged }: Props & { note: Note }) {
  const { user } = useSession();
  const rules = useRules(document);
  const flash = useToast();
  const [answer, setAnswer] = useState('');
  const [isBusy, setBusy] = useState(false);
  const attempt = async (call: Promise<unknown>, success: string | null, failure: string) => {
    setBusy(true);
    try {
      await call;
      if (success !== null) flash('success', success);
    } catch {
      flash('failure', failure);
    }
    setBusy(false);
    onChanged();
  };
  const send = () =>
    attempt(answerQuestion(document, note.id, answer.trim()), successTexts.answered, failureTexts.answer);
  const { askedUser } = note.question ?? {};
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-medium">{`${note.commenter.name} asked ${askedUser?.name ?? ''}`}</span>
        <span className="text-xs text-ink-muted">
          <Time at={note.createdTimestamp} />
        </span>
      </p>
      <p className="break-words whitespace-pre-wrap">{note.content}</p>
      {askedUser?.id === user.id ? (
        <div className="grid gap-2 pt-2">
          <TextArea label="Your answer" value={answer} onChange={setAnswer} limit={noteLimit} />
          <div className="flex justify-end">
            <Button
              look="primary"
              isDisabled={answer.trim() === ''}
              isPending={isBusy}
              onPress={() => void send()}
            >
              Send Answer
            </Button>
          </div>
        </div>
      ) : null}
      {rules.mayWithdraw(note.commenter.id) ? (
        <LinkButton
          label={`Withdraw the question to ${askedUser?.name ?? ''}`}
          onPress={() => void attempt(withdrawQuestion(document, note.id), null, failureTexts.withdraw)}
        >
          Withdraw
        </LinkButton>
      ) : null}
    </li>
  );
}
