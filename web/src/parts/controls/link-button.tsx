import { Button } from 'react-aria-components/Button';

/** An action within a line of text; `label` is a longer name for screen readers. */
export function LinkButton(props: {
  children: string;
  label?: string;
  startsFocused?: boolean;
  /** For a button that expands and collapses the content next to it. */
  isExpanded?: boolean;
  onPress: () => void;
}) {
  return (
    <Button
      onPress={props.onPress}
      {...(props.label !== undefined && { 'aria-label': props.label })}
      {...(props.isExpanded !== undefined && { 'aria-expanded': props.isExpanded })}
      {...(props.startsFocused && { autoFocus: true })}
      className="cursor-pointer rounded-sm font-medium text-ink underline underline-offset-2 touch:min-h-11 print:hidden"
    >
      {props.children}
    </Button>
  );
}
