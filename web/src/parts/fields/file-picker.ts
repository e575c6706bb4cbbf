// Prevents garbage collection while the file chooser is open.
let openInput: HTMLInputElement | null = null;

/** Opens the browser's file chooser, which requires a press. `onFiles` is not called if the user cancels. */
export function chooseFiles(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => {
    openInput = null;
    if (input.files && input.files.length > 0) onFiles([...input.files]);
  });
  openInput = input;
  openInput.click();
}
