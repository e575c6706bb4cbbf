import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { repository } from '../../scripts/environment.mjs';

/** Specs that use a source file; the first pattern that matches counts. */
const table: readonly [RegExp, string][] = [
  [/pdf|picture|sheet|export/, 'pdf-samples pdf-samples-extreme export-run audit-pack'],
  [/mail|letter|digest|invite/, 'mail-rendering send-document send-notifications'],
  [/workbook|import|archive/, 'import archive'],
  [/attach|file|upload/, 'attachments required-attachment audit-pack'],
  [
    /session|sign-in|password|provider|token|account-settings/,
    'sessions own-sessions sign-in sign-in-account oidc',
  ],
  [/webhook/, 'webhook-receiver'],
  [/health|settle/, 'health'],
  [/bulk/, 'bulk-approval-run bulk-approval-failures'],
  [/realtime|live/, 'realtime changes rules outage'],
  [
    /screens\/setup|department|user|people|show|company|address|template/,
    'users show-choice first-administrator document-flow',
  ],
  [/parts\/|shell\//, 'widgets accessibility help-and-errors'],
  [/list|search|filter/, 'journeys-approver first-load'],
  [/forms\/|draft/, 'journeys-creator unsaved touch slow-save two-people-edit'],
  [
    /./,
    'purchase-order-keyboard purchase-order-approval journeys-creator journeys-approver two-people-decide',
  ],
];

const specs = globSync('tests/e2e/**/*.spec.ts', { cwd: repository });

/** Returns the paths of the specs that may detect a fault in this source file. Throws if the table names a missing spec. */
export function specsFor(file: string): string[] {
  const names = table.find(([pattern]) => pattern.test(file))?.[1]?.split(' ') ?? [];
  return names.map((name) => {
    const path = specs.find((spec) => basename(spec, '.spec.ts') === name);
    if (!path) throw new Error(`tests/e2e has no ${name}.spec.ts`);
    return path;
  });
}
