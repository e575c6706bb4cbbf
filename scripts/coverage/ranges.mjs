/**
 * Formats 4, 8, 9, 10 and 11 as `4,8-11`.
 * @param {readonly number[]} lines in order
 */
export function rangesOf(lines) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}

/** @param {string} text */
export function parseRanges(text) {
  return text.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
