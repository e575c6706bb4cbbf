import { beforeAll, describe, expect, test, vi } from 'vitest';
import { documentName } from '#domain/documents/document-name';
import { orderNumber } from '#domain/documents/document-number';
import type * as FormErrors from '../../../web/src/forms/document/model/form-errors.ts';
import type * as Errors from '../../../web/src/api.ts';
import type * as Messages from '../../../web/src/screens/documents/messages.ts';
import { disabledReason } from '../../../web/src/screens/documents/disabled-reasons.ts';
import { words } from '../../../web/src/words.ts';

type Stand = Parameters<typeof disabledReason>[2];

function approver(userId: string, name: string, hasApproved = false) {
  return { userId, name, initials: name[0] ?? '', hasApproved };
}

const subject = {
  docType: 'PO',
  ownerId: 'dana',
  submitterId: null,
  revisionAuthorIds: [],
  totalCents: 50_000,
  isRelieved: false,
} as const;

const waiting: Stand = {
  docType: 'PO',
  subject,
  status: 'SUBMITTED_FOR_APPROVAL',
  submissionStatus: 'Submitted for approval',
  workflow: {
    id: 'w',
    steps: [],
    currentStep: { id: 's', approvers: [approver('m', 'Marcus', true), approver('p', 'Priya')] },
  },
};
const as = (userId: string, preventSelfApproval = false) => ({
  userId,
  settings: { preventSelfApproval, selfApprovalLimit: null, sendUnapprovedPurchaseOrders: false },
  sendUnapproved: false,
});

describe('why a button is disabled', () => {
  test('AP-18: the reason names the user whose turn it is', () => {
    expect(disabledReason('FORBIDDEN', 'approve', waiting, as('x'))).toBe('It waits for Priya.');
  });

  test('DEC-23: a user who has approved the step gets that as the reason', () => {
    expect(disabledReason('FORBIDDEN', 'approve', waiting, as('m'))).toBe(
      'You have already approved this step.',
    );
  });

  test('COV-23: an approver of another step gets that as the reason, and the others are named without them', () => {
    const voter = { ...approver('v', 'Vera'), hasUsedVote: true };
    const approvers = [voter, approver('p', 'Priya')];
    const later: Stand = {
      ...waiting,
      workflow: { id: 'w', steps: [], currentStep: { id: 's', approvers } },
    };
    expect(disabledReason('FORBIDDEN', 'approve', later, as('v'))).toBe(
      'You have already approved another step. In this show nobody approves two steps of a document.',
    );
    expect(disabledReason('FORBIDDEN', 'approve', later, as('x'))).toBe('It waits for Priya.');
  });

  test('DEC-97: an owner who may not approve their own document gets that as the reason', () => {
    const mine = { ...waiting, subject: { ...subject, ownerId: 'p' } };
    expect(disabledReason('FORBIDDEN', 'approve', mine, as('p', true))).toBe(
      "You can't approve your own document.",
    );
  });

  test('COV-04: a covering user sees whose own document they cannot approve', () => {
    const absent = { userId: 'p', name: 'Priya' };
    const covered = {
      ...waiting,
      subject: { ...subject, ownerId: 'p' },
      workflow: {
        id: 'w',
        steps: [],
        currentStep: { id: 's', approvers: [{ ...approver('o', 'Otto'), onBehalfOf: absent }] },
      },
    };
    expect(disabledReason('FORBIDDEN', 'approve', covered, as('o', true))).toBe(
      "Priya can't approve their own document, and neither can you for them.",
    );
  });

  test('DEC-25: the reason for a document that is not in approval names its status', () => {
    const draft: Stand = { ...waiting, status: 'DRAFT', submissionStatus: 'Draft', workflow: null };
    expect(disabledReason('WORKFLOW_CONFLICT', 'pull', draft, as('dana'))).toBe(
      'The purchase order is not in approval: Draft.',
    );
    // An approver whose document was withdrawn while they edited it.
    expect(disabledReason('FORBIDDEN', 'edit-in-approval', draft, as('p'))).toBe(
      'The purchase order is not in approval: Draft.',
    );
  });

  test('PO-57, DEC-63: the reason for a refused push of an unapproved order names the show or the user as the cause', () => {
    const reasonIn = (showAllows: boolean, userMay: boolean) =>
      disabledReason('WORKFLOW_CONFLICT', 'push', waiting, {
        ...as('dana'),
        settings: { ...as('dana').settings, sendUnapprovedPurchaseOrders: showAllows },
        sendUnapproved: userMay,
      });
    const showForbids = 'Only an approved purchase order can be sent to Accounting.';
    expect([reasonIn(false, false), reasonIn(false, true)]).toEqual([showForbids, showForbids]);
    expect(reasonIn(true, false)).toBe(
      'You can send only approved purchase orders to Accounting. An administrator can change that for you.',
    );
    expect(reasonIn(true, true)).toBe('The document has changed in the meantime.');
  });

  test('DEC-33: a temporary vendor has its own reason, and an allowed action has none', () => {
    expect(disabledReason('TEMP_VENDOR_NOT_ALLOWED', 'approve', waiting, as('p'))).toBe(
      'Temporary vendors are not supported for this document type.',
    );
    expect(disabledReason(null, 'approve', waiting, as('p'))).toBeNull();
  });
});

describe('numbers and errors', () => {
  test('DEC-17: a number has its prefix, and a masked one is NA alone', () => {
    expect(orderNumber({ prefix: 'SD', poNumber: '00042' })).toBe('SD-00042');
    expect(orderNumber({ prefix: '', poNumber: '00042' })).toBe('00042');
    expect(orderNumber({ prefix: 'SD', poNumber: 'NA' })).toBe('NA');
  });

  test('DEC-80: the error of a line names its number', async () => {
    vi.stubGlobal('location', { origin: 'http://backlot.example' });
    const { formErrors }: typeof FormErrors =
      await import('../../../web/src/forms/document/model/form-errors.ts');
    const [first] = formErrors([
      {
        code: 'line_description',
        field: 'lineItems.2.description',
        message: 'Description field is required.',
      },
    ]);
    expect(first).toEqual({
      field: 'lineItems.2.description',
      text: 'Line 3: Description field is required.',
    });
  });
});

describe('messages', () => {
  let messages: typeof Messages;
  let errors: typeof Errors;
  let formErrors: typeof FormErrors;
  beforeAll(async () => {
    vi.stubGlobal('location', { origin: 'http://backlot.example' });
    messages = await import('../../../web/src/screens/documents/messages.ts');
    errors = await import('../../../web/src/api.ts');
    formErrors = await import('../../../web/src/forms/document/model/form-errors.ts');
  });
  const order = { docType: 'PO', name: 'PO #1' } as const;
  const refused = (code: string, rules: string[] = []) => new errors.ApiError(400, { code, errors: rules });

  test('AP-30 to AP-33: each refusal of a submit has its own text', () => {
    expect(messages.submitFailed(refused('POS_NO_DEFAULT_WORKFLOW'), order)).toBe(
      'No approval flow defined. Create an approval flow to submit items for approval.',
    );
    expect(messages.submitFailed(refused('POS_BAD_REQUEST', ['aggregate_total']), order)).toBe(
      'Total cost must be greater than zero.',
    );
    expect(messages.submitFailed(new Error('offline'), order)).toBe(
      'PO #1 could not be submitted for approval.',
    );
  });

  test('IN-06, IN-13: a refused invoice has the texts of invoices', () => {
    const invoice = { docType: 'INVOICE', name: 'Invoice #7' } as const;
    expect(messages.submitFailed(refused('POS_BAD_REQUEST', ['attachment_required']), invoice)).toBe(
      'This item requires an attachment to submit.',
    );
    expect(messages.submitFailed(refused('POS_BAD_REQUEST', ['description']), invoice)).toBe(
      'Description cannot be empty.',
    );
  });

  test('AP-27 to AP-29: each of the three decisions has its own failure message', () => {
    expect(messages.approveFailed(refused('WORKFLOW_CONFLICT'), order)).toBe('PO #1 could not be approved');
    expect(messages.failureTexts.revise('PO #1')).toBe('Revision request for PO #1 failed');
    expect(messages.failureTexts.void('PO #1')).toBe('Void PO #1 failed');
  });

  test('DEC-17, DEC-71: a message about an order without a number names its type', () => {
    const name = documentName('PO', 'NA');
    expect(messages.successTexts.pushed(name)).toBe('Purchase order sent to Accounting.');
    expect(messages.successTexts.revision(name)).toBe('Revision requested for this purchase order.');
    expect(messages.approvedWithError(name)).toBe(
      'This purchase order was approved, but the accounting system returned an error.',
    );
    expect(messages.approveFailed(refused('WORKFLOW_CONFLICT'), { name })).toBe(
      'This purchase order could not be approved',
    );
  });

  test('VE-20, DEC-33: the message about a temporary vendor names the next step', () => {
    expect(messages.approveFailed(refused('TEMP_VENDOR_NOT_ALLOWED'), order)).toBe(
      'Temporary vendors are not supported for this document type. Final approval needs a permanent vendor; choose Edit.',
    );
    expect(messages.vendorAdvice(false)).toBe('Final approval needs a permanent vendor.');
  });

  test('PO-59, VE-17: a refused save has its reason as message', () => {
    expect(messages.saveFailed(refused('ERROR_PO_NOT_EDITABLE'), 'PO #1')).toBe(
      'Cannot update purchase order after it has been submitted.',
    );
    expect(messages.saveFailed(refused('INVALID_TEMP_VENDOR'), 'PO #1')).toBe(
      'Temporary vendor values are invalid or missing.',
    );
  });

  test.each(['POS_NO_VALID_WORKFLOW_STEP', 'POS_NO_DEPARTMENT_MEMBERS'] as const)(
    'COV-21: a refused save names one vote per flow as a refused submit does: %s',
    (code) => {
      const tooFew = new errors.ApiError(422, { code, reason: 'one_vote_per_flow' });
      const text = `${words[code]} The steps have too few different approvers, and in this show nobody approves two steps of a document.`;
      expect(messages.saveFailed(tooFew, 'PO #1')).toBe(text);
      expect(messages.submitFailed(tooFew, order)).toBe(text);
      const draft = { department: 'd', lineItems: [] };
      const rules = {
        fieldOf: {},
        texts: {},
        fieldOfCode: { [code]: { field: 'lineItems', text: words[code] } },
      } as const;
      expect(formErrors.serverErrors(tooFew, draft, rules).map((one) => one.text)).toEqual([text]);
    },
  );
});
