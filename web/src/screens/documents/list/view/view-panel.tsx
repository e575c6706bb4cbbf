import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import { FileDown } from 'lucide-react';
import type { DocType } from '#domain/document';
import { densities, groupingOf, groupings } from '#domain/lists/list-columns';
import type { LogFormat } from '#domain/lists/log-format';
import type { AllListSettings } from '#domain/lists/list-settings';
import { Button } from '../../../../parts/controls/button.tsx';
import { PopoverPanel } from '../../../../parts/controls/popover.tsx';
import { Select } from '../../../../parts/fields/select.tsx';
import { useIsPhone } from '../../../../parts/hooks/use-breakpoint.ts';
import type { ListRow, ToolsProps } from '../list-definition.ts';
import { ColumnList } from './column-list.tsx';
import { useExportList } from './export-list.ts';
import { groupingNames } from './grouping-names.ts';
import { settingsOf } from './settings.ts';
import { listNameOf } from '#domain/lists/list-columns';
import type { ColumnChoice } from './use-column-choice.ts';
import { ViewActions } from './view-actions.tsx';
import { ViewDialog } from './view-dialog.tsx';
import type { ViewDraft } from './view-dialog.tsx';

export type ViewPanelProps<Type extends DocType, Row extends ListRow, Filters> = ToolsProps<
  Type,
  Row,
  Filters
> & {
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  choice: ColumnChoice;
  settings: AllListSettings | undefined;
};

const densityNames = { COMFORTABLE: 'Comfortable', COMPACT: 'Compact' } as const;

/** How the list is shown: groups, height of the rows, columns, saved views and export. */
export function ViewPanel<Type extends DocType, Row extends ListRow, Filters>(
  props: ViewPanelProps<Type, Row, Filters>,
) {
  const { kind, persona, query, change, choice, settings, onOpenChange } = props;
  const { docType } = kind;
  const phone = useIsPhone();
  const [draft, setDraft] = useState<ViewDraft | null>(null);
  const { density } = settingsOf(settings, listNameOf(docType, persona));
  const { isLocked, exportList } = useExportList(props, choice);
  const lock = isLocked ? 'Another export is in progress.' : null;
  const edit = (next: ViewDraft) => {
    onOpenChange(false);
    setDraft(next);
  };
  return (
    <>
      <PopoverPanel
        label="View"
        trigger="DialogTrigger"
        triggerRef={props.button}
        isOpen={props.isOpen}
        onOpenChange={onOpenChange}
        placement="bottom end"
      >
        <div className="flex min-h-0 w-96 max-w-full flex-col gap-3">
          <h2 className="font-semibold">View</h2>
          <div className="-mx-1 grid min-h-0 flex-1 gap-3 overflow-auto px-1 pb-1">
            <Select
              label="Group by"
              options={[
                { id: 'NONE', text: 'No groups' },
                ...groupings[docType].map((id) => ({ id, text: groupingNames[id] })),
              ]}
              value={groupingOf(docType, query.group) ?? 'NONE'}
              onChange={(id) => change({ group: id === null || id === 'NONE' ? '' : id })}
            />
            {phone ? null : (
              <Select
                label="Row height"
                options={densities.map((id) => ({ id, text: densityNames[id] }))}
                value={density}
                onChange={(id) => {
                  const next = densities.find((one) => one === id);
                  if (next) choice.change({ density: next });
                }}
              />
            )}
            <ViewActions {...props} onEdit={edit} />
            <section aria-labelledby="view-export" className="border-t border-line pt-3">
              <h3 id="view-export" className="text-sm font-medium">
                Export
              </h3>
              <p className="pb-2 text-xs text-ink-muted">
                The columns, filters and order that you see, with all rows.
              </p>
              <div className="flex gap-2">
                <Button reason={lock} onPress={() => void exportList('csv')}>
                  <FileDown aria-hidden className="size-4" />
                  CSV
                </Button>
                <Button reason={lock} onPress={() => void exportList('xlsx')}>
                  <FileDown aria-hidden className="size-4" />
                  Excel
                </Button>
              </div>
            </section>
            {phone ? null : <ColumnList docType={docType} choice={choice} />}
          </div>
        </div>
      </PopoverPanel>
      {draft ? <ViewDialog {...props} draft={draft} onClose={() => setDraft(null)} /> : null}
    </>
  );
}

/** Exports what the list shows once (VIEW-50). */
export function ExportShown<Type extends DocType, Row extends ListRow, Filters>(
  props: ToolsProps<Type, Row, Filters> & { choice: ColumnChoice; format: LogFormat; onStart: () => void },
) {
  const { exportList } = useExportList(props, props.choice);
  const start = useEffectEvent(() => {
    void exportList(props.format);
    props.onStart();
  });
  useEffect(() => start(), []);
  return null;
}
