import { useEffect, useEffectEvent } from 'react';
import type { DocType } from '#domain/document';
import type { LogFormat } from '#domain/lists/log-format';
import type { ListRow, ToolsProps } from '../list-definition.ts';
import { useExportList } from './export-list.ts';
import type { ColumnChoice } from './use-column-choice.ts';

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
