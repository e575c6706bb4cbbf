/** PO-53 */
export type HistoryType = 'SUBMITTED' | 'APPROVED' | 'VOID' | 'NEEDS REVISION' | 'DENIED' | 'CHANGE ORDER';
