/** No codes beside the account. */
export const noCoding = '{}';

/** The types of code besides the account by which costs are reported, in the order in which they are stored. */
export const costDimensions = ['EPISODE', 'FREE_FIELD', 'LOCATION', 'SET', 'department'] as const;

const text = (type: (typeof costDimensions)[number], code: string | null | undefined) =>
  code ? { [type]: code } : {};

/**
 * The codes of a line by which costs are reported, as JSON. The store writes the same in `codingOf` of `recount.ts`
 * (REPORT-02).
 */
export function costCoding(line: {
  coding: Readonly<Record<string, string>>;
  episode: string | null;
  departmentId: string | null;
}): string {
  const { coding, episode, departmentId } = line;
  return JSON.stringify({
    ...text('EPISODE', coding['EPISODE'] || episode),
    ...text('FREE_FIELD', coding['FREE_FIELD']),
    ...text('LOCATION', coding['LOCATION']),
    ...text('SET', coding['SET']),
    ...text('department', departmentId),
  });
}
