import { Upload } from 'lucide-react';
import { DropZone as AriaDropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import { buttonClass } from '../controls/button.tsx';

/** On a touch screen, where nothing can be dropped, `Drop files here` is `Add files`. */
function Label({ text }: { text: string }) {
  const touchText = text.replace(/drop (.+) here$/, 'add $1').replace(/^Drop (.+) here$/, 'Add $1');
  if (touchText === text) return text;
  return (
    <>
      <span className="touch:hidden">{text}</span>
      <span className="hidden touch:inline">{touchText}</span>
    </>
  );
}

/** Accepts files that are dropped, pasted or chosen. The caller checks and uploads them. */
export function DropZone(props: {
  label: string;
  onFiles: (files: File[]) => void;
  accept?: readonly string[];
  one?: boolean;
  isDisabled?: boolean;
}) {
  const { onFiles } = props;
  const dropped = async (items: readonly { kind: string; getFile?: () => Promise<File> }[]) => {
    const files = await Promise.all(items.flatMap((item) => (item.getFile ? [item.getFile()] : [])));
    if (files.length > 0) onFiles(props.one ? files.slice(0, 1) : files);
  };
  return (
    <AriaDropZone
      isDisabled={props.isDisabled ?? false}
      onDrop={(event) => void dropped(event.items)}
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-lg border border-dashed border-line-strong px-4 py-4 text-ink-muted data-drop-target:border-focus data-drop-target:bg-info-soft data-focus-visible:outline-focus"
    >
      <Text slot="label" className="flex items-center gap-2">
        <Upload aria-hidden className="size-4" />
        <Label text={props.label} />
      </Text>
      <FileTrigger
        allowsMultiple={!props.one}
        {...(props.accept && { acceptedFileTypes: props.accept })}
        onSelect={(files) => files && files.length > 0 && onFiles([...files])}
      >
        <Button isDisabled={props.isDisabled ?? false} className={buttonClass('plain')}>
          {props.one ? 'Choose file' : 'Choose files'}
        </Button>
      </FileTrigger>
    </AriaDropZone>
  );
}
