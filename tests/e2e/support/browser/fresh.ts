let made = 0;

/** At most 16 letters and digits that no other test has, in this run or another on the same product; more in a lower base. */
export function freshMark(base = 36): string {
  made += 1;
  return `${Date.now().toString(base)}${process.pid.toString(base)}${made.toString(base).padStart(3, '0')}`;
}

/** A name that no other test has. */
export function freshName(what: string): string {
  return `${what} ${freshMark()}`;
}
