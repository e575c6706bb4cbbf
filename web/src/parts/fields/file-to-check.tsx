import { useState } from 'react';
import { CircleAlert } from 'lucide-react';
import { failureText } from '../../failure-text.ts';
import { ProgressBar } from '../controls/progress-bar.tsx';
import { DropZone } from './drop-zone.tsx';

type ImportStep = 'checking' | 'importing';

const uploadFailed = 'The file could not be uploaded. Try again.';

/**
 * The steps of an import: only one runs at a time, and its failure is kept as a sentence. `failureTexts`: for failures
 * that the server does not explain.
 */
export function useImportSteps(
  failureTexts: Record<ImportStep, string> = { checking: uploadFailed, importing: uploadFailed },
) {
  const [busy, setBusy] = useState<ImportStep | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const runStep = async (step: ImportStep, run: () => Promise<void>) => {
    setBusy(step);
    setFailure(null);
    try {
      await run();
    } catch (error) {
      setFailure(failureText(error, failureTexts[step]));
    } finally {
      setBusy(null);
    }
  };
  return { busy, failure, runStep };
}

/** Takes the file of an import, which is checked before anything is stored. */
export function FileToCheck(props: {
  accept: readonly string[];
  /** The file that was dropped last, if any. */
  fileName: string | undefined;
  isChecking: boolean;
  isChecked: boolean;
  failure: string | null;
  isDisabled: boolean;
  onFile: (file: File) => void;
}) {
  return (
    <>
      <DropZone
        one
        label={props.isChecked ? 'Drop another file here' : 'Drop the file here'}
        accept={props.accept}
        onFiles={([file]) => file && props.onFile(file)}
        isDisabled={props.isDisabled}
      />
      {props.isChecking ? <ProgressBar label={`Checking ${props.fileName}`} percent={null} /> : null}
      {props.failure === null ? null : (
        <p role="alert" className="flex items-center gap-2 text-sm text-negative">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {props.failure}
        </p>
      )}
    </>
  );
}
