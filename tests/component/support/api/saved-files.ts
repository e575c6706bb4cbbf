import type { Page } from '../page.ts';

interface SavedFile {
  name: string;
  content: Blob;
}

/** Records the files that the page downloads from now on. Nothing is written to disk. */
export function savedFiles({ window }: Page): SavedFile[] {
  const files: SavedFile[] = [];
  const contents = new Map<string, Blob>();
  const createUrl = window.URL.createObjectURL.bind(window.URL);
  window.URL.createObjectURL = (content: Blob) => {
    const url = createUrl(content);
    contents.set(url, content);
    return url;
  };
  window.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (!(target instanceof window.HTMLAnchorElement) || !target.hasAttribute('download')) return;
      event.preventDefault();
      const content = contents.get(target.href);
      if (content) files.push({ name: target.download, content });
    },
    { capture: true },
  );
  return files;
}
