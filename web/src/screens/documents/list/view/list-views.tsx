import { useEffect, useMemo, useRef, useState } from 'react';
import { Columns3 } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import { ButtonContext } from 'react-aria-components/Button';
import { useSearchParams } from 'react-router';
import type { DocType, Persona } from '#domain/document';
import { listNameOf } from '#domain/lists/list-columns';
import type { LogFormat } from '#domain/lists/log-format';
import { Button } from '../../../../parts/controls/button.tsx';
import { lazyPart } from '../../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../../parts/overlays/lazy-overlay.tsx';
import { tabClass } from '../../../../parts/page/tab-link.tsx';
import { scrollTabIntoView } from '../../../../parts/page/scroll-tab-into-view.ts';
import { kinds } from '../../paths.ts';
import { useExportShown } from '../export-log.tsx';
import type { ListRow, ToolsProps } from '../list-definition.ts';
import { arrange, nothingUnsaved, settingsOf, tabsOf, useListSettings } from './settings.ts';
import { useColumnChoice } from './use-column-choice.ts';
import type { ColumnChoice } from './use-column-choice.ts';
import type { ViewPanelProps } from './view-panel.tsx';
import type { JSX } from 'react';

const ViewPanel = lazyPart(async () => (await import('./view-panel.tsx')).ViewPanel) as unknown as <
  Type extends DocType,
  Row extends ListRow,
  Filters,
>(
  props: ViewPanelProps<Type, Row, Filters>,
) => JSX.Element;

const ExportShown = lazyPart(async () => (await import('./view-panel.tsx')).ExportShown) as unknown as <
  Type extends DocType,
  Row extends ListRow,
  Filters,
>(
  props: ToolsProps<Type, Row, Filters> & { choice: ColumnChoice; format: LogFormat; onStart: () => void },
) => JSX.Element;

/** Opens the default view of a list whose address names nothing (VIEW-11). */
function useDefaultView(docType: DocType, persona: Persona): void {
  const [params, setParams] = useSearchParams();
  const { settings } = useListSettings();
  const list = listNameOf(docType, persona);
  const { defaultViewId } = settingsOf(settings, list);
  const view = tabsOf(settings, list).find(({ id }) => id === defaultViewId);
  const isBare = params.size === 0;
  useEffect(() => {
    if (isBare && view) setParams(withView(view), { replace: true });
  }, [isBare, view, setParams]);
}

function withView({ id, query }: { id: string; query: string }): URLSearchParams {
  const params = new URLSearchParams(query);
  params.set('view', id);
  return params;
}

/** The button of the view: columns, groups, row height, saving and export. Arranges the list as its person chose. */
export function ViewButton<Type extends DocType, Row extends ListRow, Filters>(
  props: ToolsProps<Type, Row, Filters>,
) {
  const { kind, persona, query, onArrange } = props;
  const { settings } = useListSettings();
  const [unsaved, setUnsaved] = useState(nothingUnsaved);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [format, setFormat] = useState<LogFormat | null>(null);
  useExportShown(props.top, setFormat);
  const added = kind.filters.columns?.(query.filters);
  const arranged = useMemo(
    () => arrange<Row>(kind, settings, persona, { view: query.view, added, unsaved }),
    [kind, settings, persona, query.view, added, unsaved],
  );
  useEffect(() => {
    // The same columns as a new object would render all rows again.
    const text = JSON.stringify(arranged);
    onArrange((before) => (JSON.stringify(before) === text ? before : arranged));
  }, [arranged, onArrange]);
  useDefaultView(kind.docType, persona);
  const choice = useColumnChoice(props, settings, [unsaved, setUnsaved]);
  return (
    <>
      <ButtonContext value={{ ref: button }}>
        <Button aria-haspopup="dialog" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          <Columns3 aria-hidden className="size-4" />
          View
        </Button>
      </ButtonContext>
      {format ? (
        <LazyOverlay onClose={() => setFormat(null)}>
          <ExportShown {...props} {...{ choice, format }} onStart={() => setFormat(null)} />
        </LazyOverlay>
      ) : null}
      <LazyOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
        <ViewPanel {...props} {...{ button, isOpen, choice, settings }} onOpenChange={setOpen} />
      </LazyOverlay>
    </>
  );
}

/** The saved views of a list as tabs; nothing without one (VIEW-11). */
export function ViewTabs(props: { docType: DocType; persona: Persona; query: { view?: string } }) {
  const { docType, persona, query } = props;
  const { settings } = useListSettings();
  const views = tabsOf(settings, listNameOf(docType, persona));
  if (views.length === 0) return null;
  const home = persona === 'APPROVER' ? kinds[docType].queue : kinds[docType].home;
  const tabs = [
    { id: 'none', name: 'Standard', href: `${home}?view=none`, title: '' },
    ...views.map((view) => ({
      id: view.id,
      name: view.name,
      href: `${home}?${withView(view).toString()}`,
      title: view.audience.kind === 'PRIVATE' ? '' : `Shared by ${view.owner.name}`,
    })),
  ];
  const current = tabs.find(({ id }) => id === query.view)?.id ?? 'none';
  return (
    <nav aria-label="Saved views" className="mb-3 border-b border-line">
      <ul className="touch:h-11 relative -mx-3 -mb-px flex h-10 overflow-x-auto [scrollbar-width:none] max-md:-mx-2">
        {tabs.map(({ id, name, href, title }) => (
          <li key={id} ref={id === current ? scrollTabIntoView : null} title={title || undefined}>
            <Link href={href} aria-current={id === current ? 'page' : 'false'} className={tabClass}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
