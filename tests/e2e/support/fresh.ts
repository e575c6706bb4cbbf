let made = 0;

/** At most 16 letters and digits that no other test has, in this run or another on the same product. */
export function freshMark(): string {
  made += 1;
  return `${Date.now().toString(36)}${process.pid.toString(36)}${made.toString(36).padStart(3, '0')}`;
}

/** A name that no other test has. */
export function freshName(what: string): string {
  return `${what} ${freshMark()}`;
}
