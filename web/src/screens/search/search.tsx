import { Suspense, lazy, useEffect, useState } from 'react';
import { Search as SearchIcon } from 'lucide-react';
import { Button } from 'react-aria-components/Button';

const SearchDialog = lazy(async () => ({
  default: (await import('./search-dialog.tsx')).SearchDialog,
}));

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The search of the bar: a press, or Ctrl/Cmd-K wherever one is. What it opens is loaded with the first use. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      // Above an open dialog there is nothing to go to: its work would be lost.
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Button
        aria-keyshortcuts="Control+K Meta+K"
        onPress={() => setOpen(true)}
        className="touch:size-11 flex h-9 cursor-pointer items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-ink-muted data-hovered:bg-surface-hover max-md:size-9 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:px-0"
      >
        <SearchIcon aria-hidden className="size-4.5 md:size-4" />
        <span className="max-md:sr-only">Search</span>
        <kbd aria-hidden className="ml-4 font-sans text-xs max-md:hidden">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
