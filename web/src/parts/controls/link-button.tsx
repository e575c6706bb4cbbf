import { Button } from 'react-aria-components/Button';

/** An act that stands in a line of text; `label` says more than its words to whoever cannot see what stands around it. */
export function LinkButton(props: {
  children: string;
  label?: string;
  startsFocused?: boolean;
  /** Of one that opens and closes what stands beside it. */
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
