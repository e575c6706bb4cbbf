import type { Mutant } from './mutants.ts';

const verb = (name: string) => `functions/verbs/${name}.ts`;
const store = (name: string) => `functions/store/show/${name}.ts`;
const domain = (name: string) => `domain/${name}.ts`;

/** Faults in cover, replacement, reminders, questions, e-mail links, bulk runs and taking back. */
export const approvalMutants: readonly Mutant[] = [
  {
    name: 'a decision counts under a cover that has ended meanwhile',
    theme: 'covers',
    patches: [
      {
        file: store('cover/running-covers'),
        find: "iif(${isRunning('covers')}, decisions + 1, NULL)",
        replace: 'decisions + 1',
      },
    ],
  },
  {
    name: 'who covers two approvers of a step votes for both',
    theme: 'covers',
    patches: [
      {
        file: domain('cover/cover'),
        find: ' || used.includes(userId);',
        replace: ';',
      },
      {
        file: domain('lifecycle/decide'),
        find: 'vote.userId === userId || vote.castBy?.userId === userId',
        replace: 'vote.userId === userId',
      },
    ],
  },
  {
    name: 'a cover has no limit',
    theme: 'covers',
    patches: [
      {
        file: domain('cover/cover'),
        find: 'limitCents === null || Math.abs(amountCents) <= limitCents',
        replace: 'limitCents !== 0 || Math.abs(amountCents) <= limitCents',
      },
    ],
  },
  {
    name: 'a vote on behalf of another is the own vote of who gave it',
    theme: 'covers',
    patches: [
      {
        file: verb('lifecycle/change-writes'),
        find: 'const voterId = change.onBehalfOf?.userId ?? actor.userId;',
        replace: 'const voterId = actor.userId;',
      },
    ],
  },
  {
    name: 'the vote of another user is taken back',
    theme: 'takeBacks',
    patches: [
      {
        file: domain('workflow/take-back'),
        find: 'senderOf(approval) === userId && approval.version === version',
        replace: 'approval.version === version',
      },
    ],
  },
  {
    name: 'an approval can be taken back after others have acted',
    theme: 'takeBacks',
    patches: [
      {
        file: domain('workflow/take-back'),
        find: 'senderOf(approval) === userId && approval.version === version',
        replace: 'senderOf(approval) === userId',
      },
      {
        file: domain('workflow/take-back'),
        find: 'approvals.filter((approval) => approval.version !== version)',
        replace: 'approvals.slice(0, -1)',
      },
      {
        file: verb('lifecycle/change-writes'),
        find: 'approvals.find(({ eventSeq }) => eventSeq === document.version)',
        replace: 'approvals.toSorted((one, other) => other.eventSeq - one.eventSeq)[0]',
      },
    ],
  },
  {
    name: 'a replacement ends after its first documents',
    theme: 'replacements',
    patches: [
      {
        file: verb('replacement/replace-approver'),
        find: 'ids.length === replacementBatchSize)',
        replace: 'ids.length > replacementBatchSize)',
      },
    ],
  },
  {
    name: 'a replacement in one flow changes the documents of others',
    theme: 'replacements',
    patches: [
      {
        file: store('replacement/replace-in-document'),
        find: 'AND w.template_id = coalesce(${values.templateId}, w.template_id)',
        replace:
          'AND w.template_id = coalesce(nullif(${values.templateId}, ${values.templateId}), w.template_id)',
      },
    ],
  },
  {
    name: 'a replacement whose documents could not be written has ended',
    theme: 'replacements',
    patches: [
      {
        file: verb('replacement/replace-approver'),
        find: '  if (failed) throw failed.reason;\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a replacement leaves out documents that others changed first',
    theme: 'replacements',
    patches: [
      {
        file: verb('replacement/replace-approver'),
        find: "result?.status === 'fulfilled' && result.value === null ? [document.rows.document.id] : []",
        replace: "result?.status === 'rejected' ? [document.rows.document.id] : []",
      },
    ],
  },
  {
    name: 'documents stay in the queue of the former approver',
    theme: 'replacements',
    patches: [
      {
        file: verb('replacement/replace-approver'),
        find: '  writes.push(removeFromQueue(store, documentId, formerId));\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a link decides again after its approval was taken back',
    theme: 'links',
    patches: [
      { file: domain('lifecycle/approval-link'), find: 'link.usedAt !== null || ', replace: '' },
      {
        file: store('mail/approval-links'),
        find: 'iif(used_at IS NULL, 1, NULL)',
        replace: '1',
      },
    ],
  },
  {
    name: 'a link decides on other content than was mailed',
    theme: 'links',
    patches: [
      {
        file: domain('lifecycle/approval-link'),
        find: "  if (subject.contentVersion !== link.contentVersion) return 'CHANGED';\n",
        replace: '',
      },
      {
        file: verb('mail-approval/approval-link'),
        find: 'contentVersion: link.contentVersion,',
        replace: 'contentVersion: link.contentVersion > 0 ? null : link.contentVersion,',
      },
    ],
  },
  {
    name: 'a link decides a payment without a session',
    theme: 'links',
    patches: [
      {
        file: domain('lifecycle/approval-link'),
        find: "docType !== 'PAYMENT' && !hasSecondFactor",
        replace: "docType !== 'INVOICE' && !hasSecondFactor",
      },
    ],
  },
  {
    name: 'the batch of a decision leaves its link unused',
    theme: 'links',
    patches: [
      {
        file: verb('approval/perform-workflow-action'),
        find: 'return [...writes, ...guards, ...answerRow(answer)];',
        replace: 'return [...guards, ...answerRow(answer)];',
      },
    ],
  },
  {
    name: 'a document is nudged as often as its owner likes',
    theme: 'escalations',
    patches: [
      {
        file: domain('lifecycle/decide'),
        find: "return subject.isNudgedToday ? 'already_nudged' : null;",
        replace: 'return null;',
      },
    ],
  },
  {
    name: 'a step escalates each time the cron comes by',
    theme: 'escalations',
    patches: [
      {
        file: verb('lifecycle/waiting-clock'),
        find: "if (action === 'escalate') sent.escalatedAt = now;",
        replace: "if (action === 'remind') sent.escalatedAt = null;",
      },
    ],
  },
  {
    name: 'a backup approver does not get the document into the queue',
    theme: 'escalations',
    patches: [
      {
        file: domain('lifecycle/reminder-outcomes'),
        find: "queue: { leave: 'NOBODY', join: { stepId: step.id, userIds: [backup.userId] } },",
        replace: "queue: { leave: 'NOBODY', join: null },",
      },
    ],
  },
  {
    name: 'a question that was withdrawn can be answered',
    theme: 'questions',
    patches: [
      {
        file: verb('documents/questions'),
        find: "  if (question.questionState !== 'OPEN') throw new Refusal('WORKFLOW_CONFLICT');\n",
        replace: '',
      },
    ],
  },
  {
    name: 'the questions of a document that ends stay open',
    theme: 'questions',
    patches: [
      {
        file: verb('lifecycle/change-writes'),
        find: 'if (endedStatuses.includes(change.to.status)) writes',
        replace: "if (change.to.status === 'CANCELED') writes",
      },
    ],
  },
  {
    name: 'an undo takes back approvals of other runs',
    theme: 'bulkRuns',
    patches: [
      {
        file: store('bulk/undo-run'),
        find: "    AND e.payload ->> '$.bulk.runId' = ${runId})`;",
        replace: '    AND ${runId} IS NOT NULL)`;',
      },
    ],
  },
  {
    name: 'a bulk approval approves documents as they are now',
    theme: 'bulkRuns',
    patches: [
      {
        file: verb('bulk/act-on-items'),
        find: '    contentVersion,\n    // A vote is taken back',
        replace: '    contentVersion: run.batch > 0 ? null : contentVersion,\n    // A vote is taken back',
      },
    ],
  },
  {
    name: 'a bulk submit that is delivered again fails what it has submitted',
    theme: 'bulkRuns',
    patches: [
      {
        file: verb('bulk/act-on-items'),
        find: '{ key: `bulk:${id}:${attempt}:${item.position}`,',
        replace: '{ key: `bulk:${id}:${attempt}:${item.position}:${Date.now()}`,',
      },
    ],
  },
  {
    name: 'a change order lowers a line below what was invoiced meanwhile',
    theme: 'reductions',
    patches: [
      {
        file: store('documents/line-reductions'),
        find: 'AND ${isOverReduced(store)})`;',
        replace: 'AND ${isOverReduced(store)} > 1)`;',
      },
      {
        file: verb('lifecycle/line-reductions'),
        find: "change.content !== 'SNAPSHOT' || rows.overReducedLineCount === 0",
        replace: "change.content !== 'SNAPSHOT' || rows.overReducedLineCount < 100",
      },
    ],
  },
];
