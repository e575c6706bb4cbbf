/** DEC-72, LS-35: what is read beside the documents is asked for again at most every five minutes. */
export const referenceDataOptions = { dedupingInterval: 300_000, revalidateOnFocus: false } as const;
