/** DEC-52: the id code chosen for each configured type, such as `{ ACCOUNT: '2310', EPISODE: '101' }`. */
export type Coding = Record<string, string>;
