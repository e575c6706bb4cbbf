/**
 * Replacements at the edge of the product: threads and images are not deterministic, and realtime hints write nothing.
 */
export const replacements: Record<string, string> = {
  'functions/edges/accounting/signature.ts': `export const signatureOf = async () => 'v1=simulated';`,
  'functions/edges/mail/render-message.ts': `export const renderEmail = () => ({ html: 'simulated', text: 'simulated' });`,
  'functions/routes/approval/approval-links.tsx': `import { Hono } from 'hono'; export const approvalLinks = new Hono();`,
  'functions/routes/download-links.tsx': `import { Hono } from 'hono'; export const downloadLinks = new Hono();`,
  'functions/routes/identity/sign-in.tsx': `import { Hono } from 'hono'; export const auth = new Hono();`,
  'functions/routes/openapi/documentation.tsx': `import { Hono } from 'hono'; export const documentation = () => new Hono();`,
  'functions/verbs/realtime/publish-changes.ts': `export const publishShowChange = async () => undefined; export const publishDocumentChange = async () => undefined; export const publishDocumentChanges = async () => []; export const publishCoverChange = async () => undefined;`,
  'functions/verbs/pdf/render-document.ts': `export const renderDocument = async () => { throw new Error('nothing is rendered here'); };
export const renderVersion = renderDocument; export const versionPlan = () => ({});`,
};
