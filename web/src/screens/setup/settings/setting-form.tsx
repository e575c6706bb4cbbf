import type { ReactNode } from 'react';
import { Button } from '../../../parts/controls/button.tsx';

/** Fields of settings that are saved together, by their own Save. Without a reason there is something to save. */
export function SettingForm(props: {
  className: string;
  reason: string | null;
  isReadOnly: boolean;
  isBusy: boolean;
  onSave: () => void;
  children: ReactNode;
  note?: ReactNode;
}) {
  return (
    <form
      noValidate
      className={props.className}
      onSubmit={(event) => {
        event.preventDefault();
        if (props.reason === null && !props.isBusy) props.onSave();
      }}
    >
      {props.children}
      <Button type="submit" reason={props.reason} isDisabled={props.isReadOnly} isPending={props.isBusy}>
        Save
      </Button>
      {props.note}
    </form>
  );
}
