import type { Locator } from 'vitest/browser';
import type { FakeApi } from './api/fake-api.ts';
import { elementOf } from './locators.ts';
import type { Page } from './page.ts';

/** A text file, `size` bytes long. */
export function textFile(name: string, size = 20): File {
  return new File(['x'.repeat(size)], name, { type: 'text/plain' });
}

/** Chooses files as the browser's dialog would: for the file input `of` the page, by default its last one. */
export async function chooseFiles(page: Page, files: readonly File[], of?: Locator): Promise<void> {
  const input = await elementOf(of ?? page.locator('input[type=file]').last());
  const { DataTransfer, Event } = page.window;
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  (input as HTMLInputElement).files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Takes every upload under the name of its file, and removes what is to be removed. */
export function answerUploads(api: FakeApi): void {
  let count = 0;
  api.on('POST /files/:owner/attachment', ({ body }) => {
    const file = (body as FormData).get('file') as File;
    count += 1;
    return { attachmentId: `upload-${count}`, label: file.name, created: '2026-11-20T14:00:00.000Z' };
  });
  api.on('DELETE /files/attachment/:id', ({ params }) => ({ attachmentId: params['id'] ?? '' }));
  api.on('DELETE /files/vendor-attachment/:id', ({ params }) => ({ attachmentId: params['id'] ?? '' }));
}
