/** The selected code of each configured type, such as `{ ACCOUNT: '2310', EPISODE: '101' }` (DEC-52). */
export type Coding = Record<string, string>;
