let made = 0;

/**
 * Returns a mark of at most 16 letters and digits that no other test on this product has. A lower base makes it longer.
 */
export function uniqueMark(base = 36): string {
  made += 1;
  return `${Date.now().toString(base)}${process.pid.toString(base)}${made.toString(base).padStart(3, '0')}`;
}

/** Returns a name that no other test has. */
export function uniqueName(subject: string): string {
  return `${subject} ${uniqueMark()}`;
}
