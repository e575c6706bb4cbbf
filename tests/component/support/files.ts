import type { Locator } from 'vitest/browser';
import type { FakeApi } from './api/fake-api.ts';
import { elementOf } from './locators.ts';
import type { Page } from './page.ts';

/** Returns a text file of `size` bytes. */
export function textFile(name: string, size = 20): File {
  return new File(['x'.repeat(size)], name, { type: 'text/plain' });
}

/** Chooses files like the browser's file dialog, by default for the last file input of the page. */
export async function chooseFiles(page: Page, files: readonly File[], of?: Locator): Promise<void> {
  const input = await elementOf(of ?? page.locator('input[type=file]').last());
  const { DataTransfer, Event } = page.window;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  (input as HTMLInputElement).files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Accepts every upload under the name of its file, and every removal. */
export function stubUploads(api: FakeApi): void {
  let count = 0;
  api.on('POST /files/:owner/attachment', ({ body }) => {
    const file = (body as FormData).get('file') as File;
    count += 1;
    return { attachmentId: `upload-${count}`, label: file.name, created: '2026-11-20T14:00:00.000Z' };
  });
  api.on('DELETE /files/attachment/:id', ({ params }) => ({ attachmentId: params['id'] ?? '' }));
  api.on('DELETE /files/vendor-attachment/:id', ({ params }) => ({ attachmentId: params['id'] ?? '' }));
}
