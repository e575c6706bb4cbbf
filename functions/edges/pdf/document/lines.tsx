import type { Cell, Column, PageModel, Table, Total } from './page-model.ts';

function classOf({ isFigure }: Column, { tone = '' }: Cell): string {
  const colour = tone === '' || tone === 'muted' ? tone : `state ${tone}`;
  return [isFigure ? 'figure' : '', colour].filter(Boolean).join(' ');
}

/** Mutes the currency, so that the digits are easier to compare. */
function Amount({ text }: { text: string }) {
  const [, sign = '', symbol = '', figures = text] = /^(-?)([^\d-]+)(\d.*)$/.exec(text) ?? [];
  return (
    <>
      {sign}
      {symbol && <span class="currency">{symbol}</span>}
      {figures}
    </>
  );
}

function Content({ text, tag, under = [], isFigure = false }: Cell & Pick<Column, 'isFigure'>) {
  return (
    <>
      {isFigure ? <Amount text={text} /> : <bdi>{text}</bdi>}
      {tag && <span class="new"> {tag}</span>}
      {under.filter(Boolean).map((line) => (
        <span class="under" key={line}>
          <bdi>{line}</bdi>
        </span>
      ))}
    </>
  );
}

function Row({ columns, cells }: { columns: readonly Column[]; cells: readonly Cell[] }) {
  return (
    <tr>
      {columns.map((column, index) => {
        const cell = cells[index] ?? { text: '' };
        return (
          <td key={column.key} class={classOf(column, cell)}>
            <Content {...cell} isFigure={column.isFigure ?? false} />
          </td>
        );
      })}
    </tr>
  );
}

function TotalRow({ name, amount, isGrand, columns }: Total & { columns: readonly Column[] }) {
  // A total is wider than the amounts above, so it spans two columns, unless the column before it has no fixed width.
  const span = columns.at(-2)?.width === undefined ? 1 : 2;
  return (
    <tr class={isGrand ? 'totals grand' : 'totals'}>
      <td class="label" colspan={columns.length - span}>
        {name}
      </td>
      <td class="figure" colspan={span}>
        <span>
          <Amount text={amount} />
        </span>
      </td>
    </tr>
  );
}

function Widths({ columns }: { columns: readonly Column[] }) {
  return (
    <colgroup>
      {columns.map(({ key, width }) => (
        <col key={key} style={width === undefined ? {} : { width: `${width}ch` }} />
      ))}
    </colgroup>
  );
}

function TableHeader({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, name, isFigure }) => (
          <th key={key} class={isFigure ? 'figure' : ''}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A document without lines shows only its total. */
const emptyTable: Table = {
  columns: [
    { key: 'name', name: '' },
    { key: 'amount', name: '', width: 28 },
  ],
  rows: [],
};

/** Every line below a heading that repeats on each page; the last line and the totals stay together (LI-01, LI-09). */
export function Lines({ table, totals }: PageModel) {
  const { columns, rows } = table ?? emptyTable;
  return (
    <section>
      <table>
        <Widths columns={columns} />
        {table && <TableHeader columns={columns} />}
        <tbody>
          {rows.slice(0, -1).map((cells, index) => (
            <Row key={String(index)} columns={columns} cells={cells} />
          ))}
        </tbody>
        <tbody class="closing">
          {rows.slice(-1).map((cells) => (
            <Row key="last" columns={columns} cells={cells} />
          ))}
          {totals.map((total) => (
            <TotalRow key={total.name} {...total} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
