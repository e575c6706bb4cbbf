/** The absent approver for whom the recipient may decide a document, or '' (COV-02). */
interface Covered {
  absentName: string;
}

/** `for Priya Raman`, in the rows of an e-mail with several documents. */
export const forAbsent = ({ absentName }: Covered): string => absentName && `for ${absentName}`;

/** A paragraph of an e-mail about one document. */
export const absentLines = ({ absentName }: Covered): string[] =>
  absentName ? [`You decide on behalf of ${absentName}, who is away.`] : [];
