import type { FieldChange } from '#domain/history/document-changes';
import type { ChangeEvent } from '#domain/history/history-response';
import { compareVersions } from '#domain/history/version-changes';
import type { ContentVersion } from '#domain/history/version-changes';
import { Day, useWhen } from '../../../../parts/display/date-format.tsx';
import { Select } from '../../../../parts/fields/select.tsx';

const head = 'border-b border-line-strong pr-4 pb-1.5 text-left text-xs font-medium text-ink-muted';
const cell = 'border-b border-line py-2 pr-4 text-left align-top font-normal wrap-anywhere';

function Value(props: { text: string; unit: FieldChange['unit'] }) {
  if (props.text === '') return <span className="text-ink-muted">(nothing)</span>;
  return props.unit === 'day' ? <Day day={props.text} /> : props.text;
}

/** Two versions of the content side by side: every value that differs (TIME-05). */
export function VersionComparison(props: {
  changes: readonly ChangeEvent[];
  versions: readonly ContentVersion[];
  compared: readonly [from: number, to: number];
  onChange: (compared: readonly [from: number, to: number]) => void;
}) {
  const { changes, versions, onChange } = props;
  const [from, to] = props.compared;
  const when = useWhen();
  const options = versions.map(({ contentVersion, madeBy }) => ({
    id: String(contentVersion),
    text: madeBy
      ? `Version ${contentVersion}: ${madeBy.userName}, ${when(madeBy.timeStamp)}`
      : `Version ${contentVersion}`,
  }));
  // A version before the first change of this list, or between two, is one that no field tells apart.
  const start = versions.findLast(({ contentVersion }) => contentVersion <= from) ?? versions[0];
  const fields = compareVersions(changes, from, to);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Select
          label="Compare"
          options={options.slice(0, -1)}
          value={start ? String(start.contentVersion) : null}
          onChange={(id) => {
            const next = Number(id);
            onChange([next, to > next ? to : Number(options.at(-1)?.id)]);
          }}
        />
        <Select
          label="With"
          options={options.filter(({ id }) => Number(id) > from)}
          value={String(to)}
          onChange={(id) => onChange([from, Number(id)])}
        />
      </div>
      {fields.length === 0 ? (
        <p className="text-sm text-ink-muted">These versions have the same values.</p>
      ) : (
        <table aria-label="Versions compared" className="w-full table-fixed text-sm">
          <thead>
            <tr>
              <th scope="col" className={head}>
                Value
              </th>
              <th scope="col" className={head}>
                Before
              </th>
              <th scope="col" className={head}>
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, label, before, after, unit }) => (
              <tr key={`${field} ${after}`}>
                <th scope="row" className={`${cell} text-ink-muted`}>
                  {label}
                </th>
                <td className={cell}>
                  <Value text={before} unit={unit} />
                </td>
                <td className={`${cell} font-medium`}>
                  <Value text={after} unit={unit} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="text-sm text-ink-muted">To print all changes, use Export PDF with History.</p>
    </div>
  );
}
