import { useState } from 'react';
import { Search as SearchIcon } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../parts/overlays/lazy-overlay.tsx';
import { SetCoverOverlay } from '../../session/cover/set-cover-overlay.tsx';
import { ariaKeys, keysOf, useShortcut } from '../../parts/keyboard/shortcuts.ts';

const SearchDialog = lazyPart(async () => (await import('./search-dialog.tsx')).SearchDialog);

/** The search button, also opened by Ctrl/Cmd-K anywhere. The dialog loads after the first screen. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  const [isSettingCover, setSettingCover] = useState(false);
  useShortcut('search', () => setOpen(true), { whileTyping: true });
  return (
    <>
      <Button
        aria-keyshortcuts={ariaKeys('search')}
        onPress={() => setOpen(true)}
        className="touch:size-11 flex h-9 cursor-pointer items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-ink-muted data-hovered:bg-surface-hover max-md:size-9 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:px-0"
      >
        <SearchIcon aria-hidden className="size-4.5 md:size-4" />
        <span className="max-md:sr-only">Search</span>
        <kbd aria-hidden className="ml-4 font-sans text-xs max-md:hidden">
          {keysOf('search').join(' ')}
        </kbd>
      </Button>
      {isOpen ? (
        <LazyOverlay onClose={() => setOpen(false)}>
          <SearchDialog onClose={() => setOpen(false)} onSetCover={() => setSettingCover(true)} />
        </LazyOverlay>
      ) : null}
      {isSettingCover ? <SetCoverOverlay onClose={() => setSettingCover(false)} /> : null}
    </>
  );
}
