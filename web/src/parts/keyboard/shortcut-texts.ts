import type { ShortcutName } from './shortcuts.ts';

export const shortcutGroups = ['Anywhere', 'In a list', 'On a document', 'In line items'] as const;

interface ShortcutText {
  text: string;
  group: (typeof shortcutGroups)[number];
}

/** The shortcuts by name, as the list of shortcuts and the search show them. */
export const shortcutTexts: Record<ShortcutName, ShortcutText> = {
  search: { text: 'Search this show', group: 'Anywhere' },
  help: { text: 'Show these shortcuts', group: 'Anywhere' },
  create: { text: 'New purchase order, or invoice', group: 'Anywhere' },
  goApprovals: { text: 'Go to Approvals', group: 'Anywhere' },
  goOrders: { text: 'Go to Purchase Orders', group: 'Anywhere' },
  goInvoices: { text: 'Go to Invoices', group: 'Anywhere' },
  goPayments: { text: 'Go to Payments', group: 'Anywhere' },
  find: { text: 'Search by number', group: 'In a list' },
  nextRow: { text: 'Next row', group: 'In a list' },
  previousRow: { text: 'Previous row', group: 'In a list' },
  openRow: { text: 'Open the row', group: 'In a list' },
  rowActions: { text: 'Actions of the row', group: 'In a list' },
  pick: { text: 'Select the row', group: 'In a list' },
  pickAll: { text: 'Select all', group: 'In a list' },
  approvePicked: { text: 'Approve the selection', group: 'In a list' },
  confirm: { text: 'Confirm', group: 'On a document' },
  approve: { text: 'Approve', group: 'On a document' },
  revise: { text: 'Revise', group: 'On a document' },
  edit: { text: 'Edit', group: 'On a document' },
  submit: { text: 'Submit for Approval', group: 'On a document' },
  save: { text: 'Save & Review', group: 'On a document' },
  files: { text: 'Open the attachments', group: 'On a document' },
  nextDocument: { text: 'Next document waiting', group: 'On a document' },
  previousDocument: { text: 'Previous document waiting', group: 'On a document' },
  back: { text: 'Back to the list', group: 'On a document' },
  nextLine: { text: 'Line below, or a new one', group: 'In line items' },
  previousLine: { text: 'Line above', group: 'In line items' },
  fillLine: { text: 'Copy the cell above', group: 'In line items' },
  writeOn: { text: 'Continue typing in the cell', group: 'In line items' },
  leaveLine: { text: 'Restore the cell', group: 'In line items' },
};
