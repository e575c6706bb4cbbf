import type { Mutant } from './mutants.ts';

const verb = (name: string) => `functions/verbs/${name}.ts`;
const store = (name: string) => `functions/store/show/${name}.ts`;
const domain = (name: string) => `domain/${name}.ts`;

/** Faults in covers that await approval (COV-17, COV-18, COV-24) and in one vote per flow (COV-20 to COV-22). */
export const coverMutants: readonly Mutant[] = [
  {
    name: 'a cover that awaits approval covers already',
    theme: 'coverApprovals',
    patches: [
      {
        file: store('cover/running-covers'),
        find: "AND ${column('ended_at')} IS NULL AND ${column('awaits_approval')} = 0`;",
        replace: "AND ${column('ended_at')} IS NULL`;",
      },
    ],
  },
  {
    name: 'a cover is approved after it was ended',
    theme: 'coverApprovals',
    patches: [
      {
        file: store('cover/covers'),
        find: 'AND awaits_approval = 1 AND ended_at IS NULL AND ends_at > ${now}`;',
        replace: 'AND awaits_approval = 1 AND ends_at > ${now}`;',
      },
    ],
  },
  {
    name: 'two administrators approve one cover',
    theme: 'coverApprovals',
    patches: [
      {
        file: store('cover/covers'),
        find: 'AND awaits_approval = 1 AND ended_at IS NULL AND ends_at > ${now}`;',
        replace: 'AND ended_at IS NULL AND ends_at > ${now}`;',
      },
    ],
  },
  {
    name: 'the e-mail about a decided cover is written after the batch',
    theme: 'coverApprovals',
    patches: [
      {
        file: verb('cover/decide-cover'),
        find: '    [enqueueDecisionMail(store, cover.id, mail, now), decision],\n    coverPlan({ store }, cover.id),\n  );',
        replace:
          '    [decision],\n    coverPlan({ store }, cover.id),\n  );\n  await store.write([enqueueDecisionMail(store, cover.id, mail, now)]);',
      },
    ],
  },
  {
    name: 'a decision does not name who approved its cover',
    theme: 'coverApprovals',
    patches: [
      {
        file: store('cover/running-covers'),
        find: 'cover.approvedByName !== null && {',
        replace: "cover.approvedByName === '' && {",
      },
    ],
  },
  {
    name: 'with one vote per flow an approver of two steps votes on both',
    theme: 'oneVotePerFlow',
    patches: [
      {
        file: domain('workflow/workflow'),
        find: '!hasApproved(step, userId) && !usedVoteIds.includes(userId)',
        replace: '!hasApproved(step, userId)',
      },
    ],
  },
  {
    name: 'a vote on behalf of another leaves the user their own one in the flow',
    theme: 'oneVotePerFlow',
    patches: [
      {
        file: domain('workflow/one-vote'),
        find: 'castBy ? [userId, castBy.userId] : [userId]',
        replace: 'castBy ? [userId] : [userId]',
      },
    ],
  },
  {
    name: 'a user who has voted on another step gets the place of an approver',
    theme: 'oneVotePerFlow',
    patches: [
      {
        file: domain('replacement/replacement'),
        find: '{ ...activePeople, usedVoteIds: usedVoteUserIds(instance) }',
        replace: '{ ...activePeople, usedVoteIds: usedVoteUserIds({ ...instance, steps: [] }) }',
      },
    ],
  },
  {
    name: 'a flow does not keep the rule of one vote',
    theme: 'oneVotePerFlow',
    patches: [
      {
        file: store('approval/write-workflow'),
        find: 'instance.oneVotePerFlow ? 1 : 0',
        replace: 'instance.oneVotePerFlow ? 0 : 0',
      },
    ],
  },
  {
    name: 'a step that lacks voters waits for its days before it escalates',
    theme: 'oneVotePerFlow',
    patches: [
      {
        file: domain('workflow/step-reminders'),
        find: 'step.lacksVoters === true && escalatedAt === null',
        replace: "step.lacksVoters === true && escalatedAt === ''",
      },
    ],
  },
];
