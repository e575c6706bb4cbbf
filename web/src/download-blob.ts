export function downloadBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // By then the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
