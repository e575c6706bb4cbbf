import { expect, test } from 'vitest';
import { shippedPackages, auditResult } from '../../../scripts/audit.mjs';

const lock = {
  packages: {
    '': {},
    'node_modules/worker-library': { dependencies: {} },
    'node_modules/react-library': { dev: true, dependencies: { 'below-react': '1', twice: '1' } },
    'node_modules/below-react': { dev: true },
    'node_modules/@scoped/late': { dev: true },
    'node_modules/twice': { dev: true },
    'node_modules/react-library/node_modules/twice': { dev: true },
    'node_modules/tool': { dev: true, dependencies: { 'below-tool': '1' } },
    'node_modules/below-tool': { dev: true },
  },
};
const sources = [
  "import { x } from 'react-library/part';\nimport { y } from './tool.ts';\nimport { z } from '#domain/tool';",
  "const { late } = await import('@scoped/late');",
];
const packages = shippedPackages(lock, sources);
const report = (found: Record<string, { severity: string; nodes: string[] }>) =>
  auditResult(JSON.stringify({ vulnerabilities: found }), packages);

test('the shipped packages are those of the Worker and the web with their dependencies, without tools', () => {
  expect([...packages].toSorted()).toEqual([
    'node_modules/@scoped/late',
    'node_modules/below-react',
    'node_modules/react-library',
    'node_modules/react-library/node_modules/twice',
    'node_modules/worker-library',
  ]);
});

test.each(['worker-library', 'below-react'])('a vulnerability of high severity in %s fails', (name) => {
  for (const severity of ['high', 'critical']) {
    const result = report({ [name]: { severity, nodes: [`node_modules/${name}`] } });
    expect(result).toMatchObject({ isFine: false });
    expect(result.summary).toContain(`${name} (${severity})`);
  }
});

test('a minor vulnerability, or one only in a tool, does not fail, and that of the tool is reported', () => {
  expect(report({ 'below-react': { severity: 'moderate', nodes: ['node_modules/below-react'] } })).toEqual({
    isFine: true,
    summary: 'No known fault in 5 packages.',
  });
  const tool = report({ tool: { severity: 'critical', nodes: ['node_modules/tool'] } });
  expect(tool).toEqual({
    isFine: true,
    summary: 'No known fault in 5 packages. In tools alone: tool (critical).',
  });
});

test.each(['{"message":"405 Method Not Allowed","error":{"summary":""}}', 'npm is not there', ''])(
  'an unusable response of the registry is reported and does not fail: %s',
  (text) => {
    const { isFine, summary } = auditResult(text, packages);
    expect([isFine, summary.startsWith('NOT RUN')]).toEqual([true, true]);
  },
);
