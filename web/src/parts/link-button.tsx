import { Button } from 'react-aria-components/Button';

/** An act that stands in a line of text. */
export function LinkButton(props: { children: string; onPress: () => void }) {
  return (
    <Button
      onPress={props.onPress}
      className="cursor-pointer rounded-sm font-medium text-ink underline underline-offset-2 touch:min-h-11"
    >
      {props.children}
    </Button>
  );
}
