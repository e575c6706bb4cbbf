import type { Finding } from '#domain/operations/health';

/** The findings of a show, and what to do next. */
export const findings = {
  history_amiss: {
    text: 'The audit trail was changed.',
    advice: 'Do not correct anything. Tell support which documents are listed below.',
  },
  failures: {
    text: 'Something failed and was given up.',
    advice: 'Open each one below, correct the cause, then retry.',
  },
  waiting_long: {
    text: 'Work has waited for over an hour.',
    advice:
      'Accounting or e-mail is usually unavailable. It resumes automatically when they are available again.',
  },
  failed_to_send: {
    text: 'Documents failed to send to Accounting.',
    advice:
      'What was given up is listed under Failures: correct the cause, then retry. The rest is retried automatically.',
  },
  waiting: {
    text: 'Work waits for longer than usual.',
    advice: 'No action needed yet. It is retried automatically.',
  },
  accounting_rests: {
    text: 'Accounting does not answer.',
    advice: 'Backlot asks again every minute and sends what waits. Ask your accounting system’s support.',
  },
  pdf_stuck: {
    text: 'A PDF is taking long.',
    advice: 'It is canceled after ten minutes, and the requester is notified.',
  },
  run_stuck: {
    text: 'A bulk approval is taking long.',
    advice:
      'It continues automatically. Payments that could not be approved are listed for the user who started it.',
  },
  digests_late: {
    text: 'Digest e-mails are late.',
    advice: 'They go out with the next midnight, Pacific time. If they are late again, tell your support.',
  },
  webhook_deaf: {
    text: 'Every delivery to a webhook endpoint fails.',
    advice: 'Open Webhooks in Settings to see which one, what it answered, and whether it was disabled.',
  },
  flows_unmet: {
    text: 'An approval flow has too few people who can approve.',
    advice:
      'Documents sent through it will wait. The flows are listed below: add approvers, or require fewer approvals.',
  },
} as const satisfies Record<Finding, { text: string; advice: string }>;
