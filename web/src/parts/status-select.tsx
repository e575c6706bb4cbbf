import { Suspense, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { later } from './later.tsx';
import type { Option, SelectProps } from './select.tsx';

const Select = later(async () => (await import('./select.tsx')).Select);

/** UX-01 */
const WIDTH_PX = 150;

/** Which status a list shows: 150 px wide unless `width` (px) says else (UX-01). */
export function StatusSelect(props: {
  options: readonly Option[];
  value: string;
  onChange: (id: string) => void;
  width?: number;
}) {
  const { options, value } = props;
  const [starts, setStarts] = useState<NonNullable<SelectProps['starts']> | null>(null);
  const text = options.find(({ id }) => id === value)?.text ?? '';
  // How it looks on the first screen, until it is here.
  const picture = (
    <Button
      aria-label={`${text} Status`}
      aria-haspopup="listbox"
      onFocus={() => setStarts((now) => now ?? 'focused')}
      onBlur={() => setStarts(null)}
      onPress={() => setStarts('open')}
      className="field-box h-control flex w-full items-center gap-1 pr-1.5 pl-2.5 text-left"
    >
      <span className="min-w-0 flex-1 truncate text-sm">{text}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
    </Button>
  );
  return (
    <div className="shrink-0" style={{ width: props.width ?? WIDTH_PX }}>
      <Suspense fallback={picture}>
        <Select
          label="Status"
          hideLabel
          compact
          starts={starts}
          options={options}
          value={value}
          onChange={(id) => id !== null && props.onChange(id)}
        />
      </Suspense>
    </div>
  );
}
