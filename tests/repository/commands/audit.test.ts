import { expect, test } from 'vitest';
import { shipped, verdict } from '../../../scripts/audit.mjs';

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
const ships = shipped(lock, sources);
const report = (found: Record<string, { severity: string; nodes: string[] }>) =>
  verdict(JSON.stringify({ vulnerabilities: found }), ships);

test('what ships is what the Worker needs and what the web imports, with all below; tools are not', () => {
  expect([...ships].toSorted()).toEqual([
    'node_modules/@scoped/late',
    'node_modules/below-react',
    'node_modules/react-library',
    'node_modules/react-library/node_modules/twice',
    'node_modules/worker-library',
  ]);
});

test.each(['worker-library', 'below-react'])('a fault of high severity in %s fails', (name) => {
  for (const severity of ['high', 'critical']) {
    const said = report({ [name]: { severity, nodes: [`node_modules/${name}`] } });
    expect(said).toMatchObject({ isFine: false });
    expect(said.says).toContain(`${name} (${severity})`);
  }
});

test('a smaller one, and one in a tool alone, does not; that of the tool is told', () => {
  expect(report({ 'below-react': { severity: 'moderate', nodes: ['node_modules/below-react'] } })).toEqual({
    isFine: true,
    says: 'No known fault in 5 packages.',
  });
  const tool = report({ tool: { severity: 'critical', nodes: ['node_modules/tool'] } });
  expect(tool).toEqual({
    isFine: true,
    says: 'No known fault in 5 packages. In tools alone: tool (critical).',
  });
});

test.each(['{"message":"405 Method Not Allowed","error":{"summary":""}}', 'npm is not there', ''])(
  'a registry that says nothing of them is told as that, and fails nothing: %s',
  (text) => {
    const { isFine, says } = verdict(text, ships);
    expect([isFine, says.startsWith('NOT RUN')]).toEqual([true, true]);
  },
);
