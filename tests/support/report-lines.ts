/** An account of the budget as a cost report reads it. */
export const reportLine = (
  account: string,
  originalCents: number,
  kind: 'ACCOUNT' | 'CONTINGENCY' = 'ACCOUNT',
) => ({
  account,
  description: `Account ${account}`,
  kind,
  codes: '{}',
  originalCents,
  transferCents: 0,
  overageCents: 0,
});

/** A chart of accounts in which 21xx stand below two headers. */
export const reportChart = {
  nameOf: (account: string) => `Header ${account}`,
  ancestorsOf: (account: string) => (account.startsWith('21') ? ['2100', '2000'] : []),
};
