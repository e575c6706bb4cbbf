import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { draftOf } from '../../../domain/purchase-orders/purchase-order-draft.ts';
import { openMenu, openReview } from '../support/pages/review.ts';
import { createSubmittedOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

function check(path: string) {
  return spawnSync(process.execPath, ['scripts/admin.mjs', 'check-archive', path], { encoding: 'utf8' });
}

test(
  'DEC-90, RP-06: the timeline shows changes with their values, and the audit pack proves them',
  { tag: '@long' },
  async ({ as, apiOf }) => {
    const [dana, marcus] = await Promise.all([apiOf('dana'), apiOf('marcus')]);
    const attachments = [{ attachmentId: await dana.api.upload('quote.txt', 'Quote'), label: 'quote.txt' }];
    const order = await createSubmittedOrder(dana, { attachments });
    const stored = await marcus.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
    await marcus.api.put(`/api/pos/${order.id}`, { ...draftOf(stored), description: 'Lamps and cables' });
    const { page } = await as('sam');
    await openReview(page, order, 'creator');
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByText('Changed description')).toBeVisible();
    await expect(history.getByRole('deletion')).toContainText(stored.description);
    await expect(history.getByRole('insertion')).toContainText('Lamps and cables');
    // The test submitted by API, so no version was shown to a user.
    await expect(history.getByRole('row')).toHaveText([
      /Event/,
      /Changed description/,
      /Submitted.*Version not stated/,
    ]);
    await expectAccessible(page);
    const download = page.waitForEvent('download', { timeout: 120_000 });
    await (await openMenu(page)).getByRole('menuitem', { name: 'Download Audit Pack' }).click();
    const path = await (await download).path();
    const bytes = await readFile(path);
    const names = Object.keys(unzipSync(bytes)).map((name) => name.split('/').slice(2).join('/') || name);
    expect(names.toSorted()).toEqual(
      expect.arrayContaining(['attachments/quote.txt', 'history.jsonl', 'history.txt', 'record.json']),
    );
    const whole = check(path);
    expect([whole.status, whole.stdout]).toEqual([0, expect.stringContaining(' 0 amiss')]);
    const at = bytes.indexOf('Lamps and cables');
    const forged = test.info().outputPath('forged.zip');
    await writeFile(forged, bytes.with(at, bytes.readUInt8(at) ^ 1));
    const refused = check(forged);
    expect([refused.status, refused.stdout]).toEqual([
      1,
      expect.stringContaining('was changed after it was written'),
    ]);
  },
);
