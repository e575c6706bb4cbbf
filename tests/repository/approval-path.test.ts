import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './repository-copy.ts';

/**
 * The files that the approval of a purchase order passes from the route to the write: who calls whom in routes, middleware, verbs and the
 * rules of the lifecycle. Rules of values and workflows, and the store's statements, are helpers of these.
 */
const path = [
  'functions/routes/workflow-actions.ts',
  'functions/middleware/open-show.ts',
  'functions/verbs/request/context.ts',
  'functions/verbs/approval/perform-workflow-action.ts',
  'functions/verbs/request/idempotency.ts',
  'functions/verbs/lifecycle/budget-decision.ts',
  'functions/verbs/lifecycle/perform-action.ts',
  'functions/verbs/lifecycle/reachable-document.ts',
  'functions/verbs/lifecycle/subject.ts',
  'domain/lifecycle/decide.ts',
  'domain/lifecycle/subject.ts',
  'domain/lifecycle/outcome.ts',
  'domain/lifecycle/approval-outcomes.ts',
  'functions/verbs/lifecycle/line-reductions.ts',
  'functions/verbs/lifecycle/period-entry.ts',
  'functions/verbs/lifecycle/prepare-change.ts',
  'functions/verbs/lifecycle/audit-event.ts',
  'functions/verbs/lifecycle/change-writes.ts',
  'functions/verbs/lifecycle/waiting-clock.ts',
  'functions/verbs/outbox/jobs.ts',
  'functions/verbs/webhooks/enqueue-deliveries.ts',
  'functions/store/show/documents/commit.ts',
];

/** What these import besides, by why an approval does not pass it. */
const besides = {
  'of another action': [
    'domain/lifecycle/change-order-outcomes.ts',
    'domain/lifecycle/reminder-outcomes.ts',
    'domain/lifecycle/send-back-outcome.ts',
    'functions/verbs/approval/view-approval-route.ts',
    'functions/verbs/lifecycle/restored-content.ts',
    'functions/verbs/purchase-orders/change-order.ts',
    'functions/verbs/purchase-orders/view-purchase-order.ts',
  ],
  'of an invoice': ['functions/verbs/lifecycle/relief-writes.ts'],
  'after the write': [
    'functions/verbs/accounting/push-document.ts',
    'functions/verbs/lifecycle/run-after-commit.ts',
  ],
  'of a conflict': ['functions/verbs/lifecycle/require-current-content.ts'],
  'a leaf, which returns a value': [
    'domain/lifecycle/allowed-action.ts',
    'domain/lifecycle/change.ts',
    'domain/lifecycle/invoice-transitions.ts',
    'domain/lifecycle/payment-transitions.ts',
    'domain/lifecycle/purchase-order-transitions.ts',
    'domain/lifecycle/temporary-vendor-rule.ts',
    'domain/lifecycle/transition.ts',
    'functions/middleware/request.ts',
    'functions/middleware/validate.ts',
  ],
};

const folders: Readonly<Record<string, string>> = {
  domain: 'domain',
  verbs: 'functions/verbs',
  middleware: 'functions/middleware',
  store: 'functions/store',
};
const imported = /^import (?!type\b)[^;]*? from '([^']+)'/gm;

function importsOf(file: string): string[] {
  return [...readFileSync(join(repository, file), 'utf8').matchAll(imported)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return [posix.join(posix.dirname(file), name)];
    const [, alias = '', rest = ''] = /^#(\w+)\/(.+)$/.exec(name) ?? [];
    return folders[alias] ? [`${folders[alias]}/${rest}.ts`] : [];
  });
}

const isCounted = (file: string) =>
  /^(functions\/(routes|middleware|verbs)|domain\/lifecycle)\//.test(file) || file === path.at(-1);

test('an approval passes at most 22 files from the route to the write', () => {
  expect(path.length).toBeLessThanOrEqual(22);
  const others = path.flatMap(importsOf).filter((one) => isCounted(one) && !path.includes(one));
  expect([...new Set(others)].toSorted()).toEqual(Object.values(besides).flat().toSorted());
  const unreached = path.filter(
    (file, n) => n > 0 && !path.slice(0, n).some((one) => importsOf(one).includes(file)),
  );
  expect(unreached).toEqual([]);
});
