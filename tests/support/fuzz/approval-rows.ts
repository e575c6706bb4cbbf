import * as fc from 'fast-check';
import { expect } from 'vitest';
import { sha256 } from '#store/d1/sha256';
import { bystander } from '../transition-matrix/expected-access.ts';
import type { Note } from '#domain/documents/document-response';
import type { Replacement } from '#domain/replacement/replacement-response';
import { approveAs, as, submitted } from '../worker/fixtures/client.ts';
import { cover, dayIn } from '../worker/fixtures/covers.ts';
import type { PersonName } from '../worker/fixtures/rows.ts';
import { rowsOf, setSettings } from '../worker/fixtures/studio.ts';
import type { Known } from './schema.ts';
import type { FuzzData } from './calls.ts';

/** Ids of what keeps approvals moving, for calls that find it. */
export interface ApprovalRows {
  coverId: string;
  replacementId: string;
  questionId: string;
  /** The token of a link to approve. */
  token: string;
}

/** Links may be mailed, which like the cover below are of Lena, and nobody approves two steps of one flow. */
const approvalSettings = { approveByMailUpTo: 5000, approveByMailWithoutSignIn: null, oneVotePerFlow: true };

/** Names Lara as backup approver of all steps of others, for the documents of the run and her replacement. */
export async function nameBackupApprover(): Promise<void> {
  await rowsOf(
    'alpha1',
    `UPDATE workflow_template_steps AS s SET remind_after_days = 2, escalate_after_days = 5, backup_id = 'lara'
     WHERE s.show_id = 'alpha1' AND NOT EXISTS
       (SELECT 1 FROM workflow_template_approvers a WHERE a.step_id = s.id AND a.user_id = 'lara')`,
  );
}

/** Lists Abel, who approves the first step of orders, on the last one too: a vote of theirs there would be the second. */
async function listAbelOnLastStep(): Promise<void> {
  await rowsOf(
    'alpha1',
    `INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position)
     SELECT show_id, id, 'abel', 9 FROM workflow_template_steps WHERE template_id = 'alpha1_flow'
     ORDER BY step_order DESC LIMIT 1`,
  );
}

/** Creates a cover, the preview of a replacement, an open question, and a link to approve. */
export async function openApprovalRows(admin: PersonName): Promise<ApprovalRows> {
  await setSettings('alpha1', approvalSettings);
  await listAbelOnLastStep();
  const { id: coverId } = await cover('lena', 'hugo', { types: ['PO', 'INVOICE'] });
  const preview = await as(admin).post<Replacement>('/api/replacements?showId=alpha1', {
    formerId: 'lara',
    replacementId: 'hugo',
    workflowTemplateId: null,
  });
  expect(preview.status, JSON.stringify(preview.body)).toBe(201);
  const po = await submitted('dana');
  const { id } = po;
  const question = await as('abel').post<Note>(`/api/pos/${id}/notes`, {
    keyId: crypto.randomUUID(),
    content: 'Which episode?',
    askedUserId: 'dana',
  });
  expect(question.status, JSON.stringify(question.body)).toBe(201);
  await approveAs(po, 'abel');
  const token = `alpha1_${'fuzz'.repeat(8)}`;
  await rowsOf(
    'alpha1',
    `INSERT INTO approval_links (show_id, token_hash, document_id, user_id, step_id, content_version, address, role,
       created_at, expires_at)
     SELECT show_id, ?, id, 'lena', current_step_id, content_version, 'lena@backlot.example', 'Approver',
       '2026-01-05T09:00:00.000Z', '2099-01-05T09:00:00.000Z' FROM documents WHERE id = ?`,
    sha256(token),
    id,
  );
  return { coverId, replacementId: preview.body.id, questionId: question.body.id, token };
}

interface Doc {
  docId: string;
  docType: string;
  workflowStepId: string;
}

const people = fc.constantFrom('lena', 'luis', 'lara', 'abel', 'hugo', bystander);

export function knownApprovalValues({ questionId }: ApprovalRows, docs: readonly Doc[]): Known {
  const oneOrNone = (...values: readonly unknown[]) => fc.constantFrom(null, ...values);
  return {
    askedUserId: oneOrNone('dana', 'lena'),
    questionId: oneOrNone(questionId),
    coveringId: people,
    alternateId: fc.oneof(fc.constant(null), people),
    formerId: people,
    replacementId: people,
    workflowTemplateId: oneOrNone('alpha1_flow'),
    toStepId: fc.constantFrom(...docs.map(({ workflowStepId }) => workflowStepId)),
    firstDay: fc.constantFrom(dayIn(0), dayIn(3)),
    lastDay: fc.constantFrom(dayIn(3), dayIn(6)),
    sort: fc.constantFrom('DATE,ASC', 'DATE,DESC'),
    columns: fc.constantFrom('', 'DATE,TOTAL'),
  };
}

/** Covers of users who may approve orders, and selections of documents of one type. */
export function approvalSamples(docs: readonly Doc[]): FuzzData['samples'] {
  const ofType = (docType: string) =>
    fc
      .subarray(
        docs.filter((doc) => doc.docType === docType),
        { minLength: 1 },
      )
      .map((some) => ({
        docType,
        showId: 'alpha1',
        items: some.map(({ docId, workflowStepId }) => ({ id: docId, workflowStepId, contentVersion: null })),
      }));
  const selection = fc.oneof(ofType('PO'), ofType('INVOICE'), ofType('PAYMENT'));
  const coverDraft = fc.record({
    userId: fc.constantFrom('luis', 'lara', 'abel'),
    coveringId: fc.constantFrom('hugo', bystander),
    firstDay: fc.constantFrom(dayIn(0), dayIn(3)),
    lastDay: fc.constantFrom(dayIn(3), dayIn(6)),
    types: fc.constant(['PO']),
  });
  return {
    'POST /api/covers': coverDraft,
    'POST /api/workflows/bulk-approval': selection,
    'POST /api/workflows/bulk-approval/preview': selection,
    'POST /api/workflows/bulk-submit': selection,
    'POST /api/workflows/bulk-push': ofType('PO'),
  };
}
