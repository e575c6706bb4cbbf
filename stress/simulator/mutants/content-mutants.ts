import type { Mutant } from './mutants.ts';

const verb = (name: string) => `functions/verbs/${name}.ts`;
const store = (name: string) => `functions/store/${name}.ts`;

/** Faults in what an approval is bound to (DEC-30, DEC-40, DEC-53). */
export const contentMutants: readonly Mutant[] = [
  {
    name: 'an event carries the hash of the content before it',
    patches: [
      {
        file: verb('lifecycle/prepare-change'),
        find: '      stamp: newContent.stamp,',
        replace: '      stamp: rows.document,',
      },
    ],
  },
  {
    name: 'a vote is always for the first content version',
    patches: [
      {
        file: verb('lifecycle/change-writes'),
        find: '        contentVersion: rows.document.contentVersion,',
        replace: '        contentVersion: 1,',
      },
    ],
  },
  {
    name: 'the content version does not rise',
    patches: [{ file: 'domain/history/content.ts', find: '(isSame ? 0 : 1)', replace: '(isSame ? 0 : 0)' }],
  },
  {
    name: 'the content version rises without another content',
    patches: [{ file: 'domain/history/content.ts', find: '(isSame ? 0 : 1)', replace: '(isSame ? 1 : 1)' }],
  },
  {
    name: 'a save leaves the stamp of the content as it was',
    theme: 'changeOrders',
    patches: [
      {
        file: verb('purchase-orders/save-purchase-order'),
        find: '    content: await changedContent(store, document, before, after),',
        replace: '    content: { stamp: document },',
      },
    ],
  },
  {
    name: 'an approved version keeps its first line alone',
    patches: [
      {
        file: store('show/purchase-orders/write-snapshot'),
        find: 'l.document_id = d.id)),',
        replace: 'l.document_id = d.id AND l.line_number < 2)),',
      },
    ],
  },
  {
    name: 'votes stay whatever changes in approval',
    theme: 'files',
    patches: [
      {
        file: 'domain/lifecycle/approval-outcomes.ts',
        find: 'if (!settings.resetApprovalOnEdit && !input.restart) {',
        replace: 'if (!settings.resetApprovalOnEdit || subject.version > 0) {',
      },
    ],
  },
  {
    name: 'another payee leaves the votes',
    theme: 'invoices',
    patches: [
      {
        file: 'domain/history/content-change.ts',
        find: 'restartColumns.some(',
        replace: 'restartColumns.slice(11).some(',
      },
      {
        file: 'domain/history/content-change.ts',
        find: '    canonical(payeeOf(before)) !== canonical(payeeOf(after)) ||\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a higher total leaves the votes',
    theme: 'invoices',
    patches: [
      {
        file: 'domain/history/content-change.ts',
        find: "    Number(after.header['totalCents']) > Number(before.header['totalCents']) ||\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a decision for other content than is current counts',
    theme: 'files',
    patches: [
      {
        file: 'domain/lifecycle/decide.ts',
        find: "return typeof contentVersion === 'number' && contentVersion !== subject.contentVersion;",
        replace: "return typeof contentVersion === 'string' && contentVersion !== subject.contentVersion;",
      },
    ],
  },
  {
    name: 'a change order that ends leaves its edits',
    theme: 'changeOrders',
    patches: [
      {
        file: verb('lifecycle/prepare-change'),
        find: "change.content === 'RESTORE' ? restoreSnapshot(store, document.id) : []",
        replace: "change.content === 'RESTORE' ? restoreSnapshot(store, document.id).slice(0, 0) : []",
      },
    ],
  },
  {
    name: 'an event says the state of before',
    patches: [
      {
        file: verb('lifecycle/prepare-change'),
        find: '        ...header,\n        ...newContent.header,',
        replace: '        ...newContent.header,',
      },
    ],
  },
  {
    name: 'a restart does not say that it drops votes',
    patches: [
      {
        file: verb('lifecycle/prepare-change'),
        find: '...(clearsAllVotes(change) ? { votesDropped: true } : {}),',
        replace: '',
      },
    ],
  },
  {
    name: 'a file that was submitted is taken off without a trace',
    theme: 'files',
    patches: [
      {
        file: verb('documents/link-attachments'),
        find: 'writes: replaceAttachments(store, id, entries, { now: context.now, seq, withdrawn }),',
        replace: 'writes: replaceAttachments(store, id, entries, { now: context.now, seq, withdrawn: [] }),',
      },
    ],
  },
];
