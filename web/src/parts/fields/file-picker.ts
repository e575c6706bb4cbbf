// Kept from being collected while the chooser is open.
let asked: HTMLInputElement | null = null;

/** Opens the browser's own chooser, which it does for a press alone; `onFiles` hears nothing where it is put away. */
export function chooseFiles(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => {
    asked = null;
    if (input.files && input.files.length > 0) onFiles([...input.files]);
  });
  asked = input;
  asked.click();
}
