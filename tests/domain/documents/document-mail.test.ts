import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distinctRecipients,
  recipientLimit,
  sendingRefusal,
} from '../../../domain/documents/document-mail.ts';

const address = fc
  .tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.boolean())
  .map(([name, loud]) => (loud ? `${name.toUpperCase()}@Accounts.example` : `${name}@accounts.example`));
const lists = fc.record({
  recipients: fc.array(address, { maxLength: 30 }),
  ccRecipients: fc.array(address, { maxLength: 30 }),
  bccRecipients: fc.array(address, { maxLength: 30 }),
});

describe('recipients of an e-mail', () => {
  it('DEC-57: each address is kept once, in the first list that contains it', () => {
    fc.assert(
      fc.property(lists, (addresses) => {
        const { to, cc, bcc } = distinctRecipients(addresses);
        const all = [...to, ...cc, ...bcc].map((one) => one.toLowerCase());
        expect(new Set(all).size).toBe(all.length);
        const named = [...addresses.recipients, ...addresses.ccRecipients, ...addresses.bccRecipients];
        expect(new Set(all)).toEqual(new Set(named.map((one) => one.toLowerCase())));
        for (const one of to) expect(addresses.recipients).toContain(one);
      }),
    );
  });

  it('EM-07, DEC-57: an e-mail needs one address in To and has at most 50', () => {
    fc.assert(
      fc.property(lists, (addresses) => {
        const recipients = distinctRecipients(addresses);
        const count = recipients.to.length + recipients.cc.length + recipients.bcc.length;
        const goes = sendingRefusal(recipients, '', 'PO') === null;
        expect(goes).toBe(recipients.to.length > 0 && count <= recipientLimit);
      }),
    );
  });

  it.each([
    ['PO', 'PO'],
    ['INVOICE', 'invoice'],
    ['PAYMENT', 'payment'],
  ] as const)('EM-07: %s is called %s', (docType, word) => {
    expect(sendingRefusal({ to: [], cc: [], bcc: [] }, '', docType)?.message).toBe(
      `Please add at least one recipient to send ${word}`,
    );
  });
});
