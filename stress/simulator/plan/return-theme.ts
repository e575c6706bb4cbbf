import { addThirdStep, requireOneVotePerFlow } from './approval-setup.ts';
import { onFlow, plain, save, some } from './planned-actions.ts';
import type { PlannedAction, Theme } from './planned-actions.ts';

/**
 * Three steps: the approver of the last one sends the order back to the first. With the same content it returns to them,
 * with other content, or one vote per flow, its steps approve again (BACK-03, COV-20).
 */
export const returns: Theme = ({ early: id }, chance) => {
  const at = (plannedAction: PlannedAction, from: number): PlannedAction => ({
    ...plannedAction,
    after: from + chance.below(200),
  });
  const approve = (user: string, from: number) => at(onFlow(user, 'approve', 'PO', id), from);
  return {
    setup: (initialState) => {
      if (chance.hits(0.5)) requireOneVotePerFlow(initialState);
      addThirdStep(initialState);
    },
    actions: [
      approve(chance.pick(['abel', 'abel', 'lena']), 0),
      ...['luis', chance.pick(['lara', 'lena'])].map((user) => approve(user, 400)),
      at(onFlow('sol', 'send-back', 'PO', id), 1000),
      approve(chance.pick(['abel', 'lena']), 1500),
      ...some(chance, 4, [
        at(save('abel', 'PO', id, chance), 1250),
        at(plain('abel', 'take-back', 'PO', id), 1800),
        at(plain('lena', 'take-back', 'PO', id), 1800),
        at(plain('dana', 'pull', 'PO', id), 1300),
        at(onFlow('sol', 'send-back', 'PO', id), 2000),
        at(onFlow('luis', 'send-back', 'PO', id), 2000),
        approve('abel', 2300),
        approve('lara', 2300),
        approve('luis', 2300),
        approve('sol', 2700),
        approve('hugo', 1500),
      ]),
    ],
  };
};
