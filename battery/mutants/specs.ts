import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { repository } from '../../scripts/environment.mjs';

/** The specs that go where a file of the product is at work; those of the first pattern that fits. */
const table: readonly [RegExp, string][] = [
  [/pdf|picture|sheet|export/, 'pdf-samples pdf-samples-hard export-run audit-pack'],
  [/mail|letter|digest|invite/, 'mail-reading send-document send-notifications'],
  [/workbook|import|archive/, 'import archive'],
  [/attach|file|upload/, 'attachments attachments-beforehand audit-pack'],
  [
    /session|sign-in|password|provider|token|account-settings/,
    'sessions own-sessions sign-in sign-in-account oidc',
  ],
  [/webhook/, 'webhook-receiver'],
  [/health|settle/, 'health'],
  [/bulk/, 'bulk-approval bulk-approval-run bulk-approval-failures'],
  [/realtime|live|told/, 'realtime realtime-changes realtime-rules'],
  [
    /screens\/setup|department|user|people|show|company|address|template/,
    'setup-users show-choice navigation who-does-what',
  ],
  [/parts\/|shell\//, 'widgets navigation accessibility help-and-errors'],
  [/list|search|filter/, 'measures navigation journeys-approver'],
  [/forms\/|draft/, 'journeys-creator form-unsaved form-touch money-warnings slow-save'],
  [/./, 'purchase-order-life purchase-order-path journeys-creator journeys-approver two-people-decide'],
];

const specs = globSync('tests/e2e/**/*.spec.ts', { cwd: repository });

/** Paths of the specs that may see a fault in this file of the product. */
export function specsFor(file: string): string[] {
  const names = new Set(table.find(([pattern]) => pattern.test(file))?.[1]?.split(' '));
  return specs.filter((path) => names.has(basename(path, '.spec.ts')));
}
