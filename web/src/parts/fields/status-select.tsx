import { useRef, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { lazyPart } from '../hooks/lazy-part.tsx';
import { LazyOverlay } from '../overlays/lazy-overlay.tsx';
import { openingProps } from '../overlays/opening-props.ts';
import { selectClass } from './select-class.ts';
import type { StatusOptionsProps } from './status-options.tsx';

const StatusOptions = lazyPart(async () => (await import('./status-options.tsx')).StatusOptions);

/** UX-01 */
const WIDTH_PX = 150;

/**
 * The status filter of a list, 150 px wide unless `width` (px) is given (UX-01). It looks like a `Select`, whose code no
 * first screen needs.
 */
export function StatusSelect(
  props: Pick<StatusOptionsProps, 'options' | 'value' | 'onChange'> & { width?: number },
) {
  const { options, value, onChange } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = options.find(({ id }) => id === value)?.text ?? '';
  return (
    <div className="shrink-0" style={{ width: props.width ?? WIDTH_PX }}>
      <Button
        {...openingProps(() => setOpen(true))}
        ref={button}
        aria-label={`${chosen} Status`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        className={selectClass.button(true)}
      >
        <span className={selectClass.value(true)}>{chosen}</span>
        <ChevronDown aria-hidden className={selectClass.arrow} />
      </Button>
      <LazyOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
        <StatusOptions {...{ options, value, onChange, button, isOpen }} onOpenChange={setOpen} />
      </LazyOverlay>
    </div>
  );
}
