/** PO-03: a bill-to or ship-to address as the document shows it. */
export interface ResolvedAddress {
  name: string;
  address1: string;
  address2: string;
}

/** PO-06, EM-16; `created` is an instant. */
export interface SendHistory {
  created: string;
  isSuccessful: boolean;
  sendType: 'ACCOUNTING' | 'EMAIL' | 'VENDOR_EMAIL';
  senderFirstName: string;
  senderLastName: string;
  /** To and Cc of an e-mail; blind copies are not told, and e-mails from before 0032 name nobody. */
  recipients?: string[] | undefined;
}
