import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Search } from 'lucide-react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useLocation, useNavigate } from 'react-router';
import useSWR from 'swr';
import { isApprover } from '#domain/identity/permissions';
import { toCents } from '#domain/values/money';
import { searchTerms, showSearch } from '#domain/lists/search';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { StatusChip } from '../../parts/display/chip.tsx';
import { Day } from '../../parts/display/date-format.tsx';
import { Money } from '../../parts/display/money.tsx';
import { Spinner } from '../../parts/controls/spinner.tsx';
import { KeyboardShortcut } from '../../parts/keyboard/keyboard-shortcut.tsx';
import { readRecent } from '../../session/recent-documents.ts';
import { useSession } from '../../session/session.tsx';
import type { Session } from '../../session/session.tsx';
import { useOpenShow } from '../../session/use-open-show.ts';
import { useDebounced } from '../../parts/hooks/use-debounced.ts';
import { createPath } from './create-path.ts';
import { entryGroups, pageActions } from './search-entries.ts';
import type { Entry, FoundDocument, LocalEntries } from './search-entries.ts';

const debounceMs = 200;

function DocumentDetails({ document }: { document: FoundDocument }) {
  return (
    <span className="flex shrink-0 items-center gap-3 max-sm:contents">
      <span className="text-sm text-ink-muted max-sm:hidden">
        <Day day={document.day} />
      </span>
      <span className={`max-sm:order-5 ${document.isWaiting ? 'sm:hidden' : ''}`}>
        <StatusChip status={document.status} submissionStatus={document.submissionStatus} />
      </span>
      <Money
        cents={toCents(document.totalCost)}
        currency={document.currency}
        className="min-w-24 text-right max-sm:order-2 max-sm:min-w-0"
      />
    </span>
  );
}

/** On a phone a result has two rows, like a card of a list: number and amount, then counterparty and status. */
function Line({ entry }: { entry: Entry }) {
  return (
    <ListBoxItem
      id={entry.id}
      textValue={entry.text}
      className="touch:min-h-11 flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 outline-none data-focused:bg-surface-pressed max-sm:flex-wrap max-sm:content-center max-sm:gap-y-0.5 max-sm:before:order-3 max-sm:before:basis-full"
    >
      <span className="flex min-w-0 flex-1 items-baseline gap-2 max-sm:contents">
        <span className="block shrink-0 truncate font-medium max-sm:order-1 max-sm:min-w-0 max-sm:flex-1">
          {entry.text}
        </span>
        {entry.detail ? (
          <span className="block min-w-0 truncate text-sm text-ink-muted max-sm:order-4 max-sm:flex-1">
            {entry.detail}
          </span>
        ) : null}
      </span>
      {entry.document?.isWaiting ? (
        <span className="shrink-0 text-sm font-medium text-info max-sm:hidden">Waiting for you</span>
      ) : null}
      {entry.document ? <DocumentDetails document={entry.document} /> : null}
      {entry.shortcut ? (
        <span aria-hidden className="touch:hidden shrink-0">
          <KeyboardShortcut name={entry.shortcut} />
        </span>
      ) : null}
    </ListBoxItem>
  );
}

function useSearchResults(typed: string) {
  const { show } = useSession();
  const searchText = useDebounced(typed.trim(), debounceMs);
  const hasQuery = searchTerms(searchText) !== null;
  const { data, error, isLoading } = useSWR(
    hasQuery ? keys.search(show.id, searchText) : null,
    () => ask(api.api.search.$get({ query: { showId: show.id, q: searchText } })),
    { keepPreviousData: true, dedupingInterval: 5000 },
  );
  const failed = error !== undefined;
  const isBusy = isLoading || searchText !== typed.trim();
  return { results: hasQuery && !failed ? data : undefined, failed, hasQuery, isBusy };
}

function emptyText(state: ReturnType<typeof useSearchResults>): string {
  if (state.isBusy) return 'Searching...';
  if (state.failed) return 'Search is not responding. Keep typing to try again.';
  return state.hasQuery
    ? 'Nothing found. Try part of a number, an amount, a vendor, a description, a line, a note, a file name or an account.'
    : 'Type three letters or a number. Search covers numbers, amounts, vendors, descriptions, lines, notes, file names and accounts.';
}

/** The key of the result that the arrow keys selected. The focus stays in the input. */
function activeResultKey(box: Element): string | null {
  const id = box.getAttribute('aria-activedescendant');
  return (id && document.getElementById(id)?.dataset['key']) || null;
}

/**
 * Handles Enter. It opens the first result of the current text, so if results are still loading it waits for them. If
 * the arrow keys had selected a result that is still found, it opens that one. `onEnter` gets its key, or null.
 */
function useDeferredEnter(isBusy: boolean, onEnter: (activeKey: string | null) => void) {
  const waiting = useRef<{ activeKey: string | null } | null>(null);
  const hasMoved = useRef(false);
  const enter = useEffectEvent(onEnter);
  useEffect(() => {
    if (isBusy || !waiting.current) return;
    const { activeKey } = waiting.current;
    waiting.current = null;
    enter(activeKey);
  }, [isBusy]);
  return {
    press: (event: KeyboardEvent) => {
      waiting.current = null;
      if (event.key.startsWith('Arrow')) hasMoved.current = true;
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
      const activeKey = activeResultKey(event.target as Element);
      // The list handles this itself.
      if (!isBusy && activeKey !== null) return;
      event.preventDefault();
      event.stopPropagation();
      if (isBusy) waiting.current = { activeKey: hasMoved.current ? activeKey : null };
      else onEnter(null);
    },
    type: () => {
      hasMoved.current = false;
    },
  };
}

/** What the search offers without the server, as it was when the search opened. */
function useLocalEntries(session: Session, onSetCover: (() => void) | undefined): LocalEntries {
  const { pathname } = useLocation();
  const [entries] = useState(() => ({
    actions: [
      ...pageActions(),
      ...(onSetCover && isApprover(session.rights.role)
        ? [
            {
              id: 'action cover',
              text: 'Set Cover',
              detail: 'Another approver decides while you are away',
              run: onSetCover,
            },
          ]
        : []),
    ],
    recent: readRecent({ userId: session.user.id, showId: session.show.id }),
    createHref: createPath(session, pathname),
  }));
  return entries;
}

/** Keyboard search over the open show: documents, vendors, people, pages, actions and other shows. */
export function SearchDialog(props: {
  onClose: () => void;
  /** Absent where only documents are looked for. */
  onSetCover?: () => void;
  initialText?: string;
}) {
  const session = useSession();
  const navigate = useNavigate();
  const local = useLocalEntries(session, props.onSetCover);
  const openShow = useOpenShow();
  const [typed, setTyped] = useState((props.initialText ?? '').slice(0, showSearch.maximumLength));
  const state = useSearchResults(typed);
  const groups = entryGroups(session, typed, state.results, local);
  const entries = groups.flatMap((group) => group.entries);
  const go = async (key: string | number) => {
    const entry = entries.find(({ id }) => id === key);
    if (!entry) return;
    props.onClose();
    if (entry.show && !(await openShow(entry.show))) return;
    if (entry.href) await navigate(entry.href, { state: entry.state });
    // After the dialog has given the focus back: the action may open a dialog of its own.
    else if (entry.run) setTimeout(entry.run);
  };
  // Escape closes the dialog at once. By default the first press would clear the input and the list would take the
  // second.
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    props.onClose();
  };
  const deferredEnter = useDeferredEnter(state.isBusy, (activeKey) => {
    const key = activeKey ?? entries[0]?.id;
    if (key !== undefined) void go(key);
  });
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && props.onClose()}
      className="fade fixed inset-0 z-40 flex items-start justify-center bg-scrim p-4 pt-[12vh] max-sm:p-0"
    >
      <Modal className="floating fade w-full max-w-3xl overflow-hidden [--appear-from:0.5rem] max-sm:h-full max-sm:max-w-none max-sm:rounded-none">
        <Dialog
          aria-label="Search"
          className="max-h-[70vh] scroll-pt-13 overflow-auto outline-none max-sm:h-full max-sm:max-h-full"
        >
          <div onKeyDownCapture={leave} className="contents">
            <Autocomplete inputValue={typed} onInputChange={setTyped}>
              <SearchField aria-label="Search this show" autoFocus maxLength={showSearch.maximumLength}>
                <div
                  onKeyDownCapture={deferredEnter.press}
                  onInput={deferredEnter.type}
                  className="sticky top-0 z-1 flex h-13 items-center gap-3 border-b border-line bg-surface-raised px-4"
                >
                  <Search aria-hidden className="size-4.5 shrink-0 text-ink-muted" />
                  <Input
                    placeholder={`Search ${session.show.name}`}
                    className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none [&::-webkit-search-cancel-button]:hidden"
                  />
                  {state.isBusy && state.hasQuery ? <Spinner label="Searching" /> : null}
                  <button
                    type="button"
                    onClick={props.onClose}
                    className="touch:min-h-11 cursor-pointer rounded-sm border border-line px-1.5 text-xs text-ink-muted touch:px-3 touch:text-sm"
                  >
                    <span className="touch:hidden">Esc</span>
                    <span className="hidden touch:inline">Close</span>
                  </button>
                </div>
              </SearchField>
              <ListBox
                aria-label="Found"
                selectionMode="none"
                onAction={(key) => void go(key)}
                className="min-h-24 p-2 outline-none"
                renderEmptyState={() => (
                  <p className="px-3 py-6 text-center text-ink-muted">{emptyText(state)}</p>
                )}
              >
                {groups.map((group) => (
                  <ListBoxSection key={group.id} id={group.id} className="pb-2">
                    <Header className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-muted">
                      {group.title}
                    </Header>
                    {group.entries.map((entry) => (
                      <Line key={entry.id} entry={entry} />
                    ))}
                  </ListBoxSection>
                ))}
              </ListBox>
            </Autocomplete>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
