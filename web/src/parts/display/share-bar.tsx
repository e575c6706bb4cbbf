import { Meter } from 'react-aria-components/Meter';

/** The used part of a whole, and the part beyond it. Integer cents, or any other unit. */
export function ShareBar(props: { label: string; taken: number; whole: number; text: string }) {
  const { taken, whole } = props;
  const over = Math.max(0, taken - whole);
  const scale = Math.max(whole, taken, 1);
  const percent = (part: number) => `${(Math.max(0, part) / scale) * 100}%`;
  return (
    <Meter
      aria-label={props.label}
      value={Math.max(0, taken)}
      maxValue={scale}
      valueLabel={props.text}
      className="flex h-2.5 gap-px overflow-hidden rounded-full bg-ink-soft"
    >
      <span className="bg-ink-muted" style={{ width: percent(taken - over) }} />
      {over > 0 ? <span className="bg-negative" style={{ width: percent(over) }} /> : null}
    </Meter>
  );
}
