/** A file in no supported format; the message is for the user. */
export class UnreadableSpreadsheet extends Error {
  override name = 'UnreadableSpreadsheet';
}

export const unreadable = 'This file cannot be read. Save it as Excel (.xlsx) or CSV and try again.';
export const tooLarge = 'This file unpacks to too much.';
