import { beforeAll, describe, expect, test } from 'vitest';
import { orderLineFields } from '#domain/documents/line-fields';
import { emptyTexts, fieldsOf } from '#domain/documents/text-fields';
import { versionDifferences } from '#domain/purchase-orders/version-differences';
import { approved } from '../../support/worker/fixtures/change-orders.ts';
import { aLine, create, read } from '../../support/worker/fixtures/client.ts';
import { csvOf, linesOf } from '../../support/worker/fixtures/log.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

/** Accounting knows its tax codes and episodes; any other text is free. */
const codes: Readonly<Record<string, string>> = { taxCode: 'T1', episode: '101' };

// A field that is added to `orderLineFields` is tested here without another line.
describe.each(fieldsOf(orderLineFields))('$label of a line', ({ name, label, logWidth }) => {
  const value = codes[name] ?? `Some ${name}`;
  const lineItems = [aLine({ [name]: value })];

  test('LI-01: it is saved and read', async () => {
    const { id } = await create('dana', { lineItems });
    expect(await read('dana', id)).toMatchObject({ lineItems: [{ [name]: value }] });
  });

  test('PO-04: an approved version keeps it and is compared by it', async () => {
    const order = await approved('dana', { lineItems });
    const [version] = order.approvalHistory;
    const [line] = order.lineItems;
    if (!version || !line) throw new Error('The order has no version');
    expect(version.lineItems).toMatchObject([{ [name]: value }]);
    const changed = { ...line, [name]: emptyTexts(orderLineFields)[name] };
    expect(versionDifferences(version, { ...order, lineItems: [changed] }).lines).toMatchObject([
      { fields: [{ field: name, before: value, after: '' }] },
    ]);
  });

  test.runIf(logWidth !== null)('DEC-68: the log has a column for it', async () => {
    await create('dana', { description: `Logged ${name}`, lineItems });
    expect(linesOf(await csvOf('dana'), `Logged ${name}`)).toMatchObject([{ [label]: value }]);
  });
});
