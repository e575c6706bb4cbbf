/** The bill-to or ship-to address that the document shows (PO-03). */
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
  /** To and Cc of an e-mail, without Bcc. E-mails from before migration 0032 have no recipients. */
  recipients?: string[] | undefined;
}
