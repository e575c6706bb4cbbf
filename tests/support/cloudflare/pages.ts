import type { Answer, Call } from './account.ts';

interface Project {
  asked: Record<string, unknown>;
  /** The last deployment: paths of its files, and the other fields of the upload. */
  files: string[];
  parts: Map<string, string>;
  /** Its own hosts, beside that of Pages. */
  domains: string[];
}

/** Pages projects of an account and their uploaded files. */
export function pages() {
  const projects = new Map<string, Project>();
  const uploaded = new Set<string>();
  return {
    projects,
    uploaded,
    answer: async (call: Call): Promise<Answer> =>
      ofAssets(uploaded, call) ?? ofProjects(projects, call) ?? (await ofProject(projects, uploaded, call)),
  };
}

/** Files are uploaded by hash, and only missing ones. */
function ofAssets(uploaded: Set<string>, { path, body }: Call): Answer {
  if (!path.startsWith('/pages/assets/')) return null;
  const sent: unknown = JSON.parse(body);
  if (path === '/pages/assets/check-missing')
    return { result: (sent as { hashes: string[] }).hashes.filter((hash) => !uploaded.has(hash)) };
  if (path === '/pages/assets/upload') for (const { key } of sent as { key: string }[]) uploaded.add(key);
  return { result: null };
}

function ofProjects(projects: Map<string, Project>, { method, path, body }: Call): Answer {
  if (path !== '/pages/projects') return null;
  if (method === 'POST') {
    const asked = JSON.parse(body) as { name: string };
    projects.set(asked.name, { asked, files: [], parts: new Map(), domains: [] });
  }
  const result = [...projects].map(([name, project]) => describeProject(name, project));
  return {
    result: method === 'POST' ? result.at(-1) : result,
    info: { page: 1, per_page: 10, total_count: result.length },
  };
}

function describeProject(name: string, { domains }: Project) {
  return {
    name,
    subdomain: `${name}.pages.dev`,
    domains: [`${name}.pages.dev`, ...domains],
    production_branch: 'main',
    source: null,
    deployment_configs: { production: {}, preview: {} },
  };
}

async function ofProject(
  projects: ReadonlyMap<string, Project>,
  uploaded: ReadonlySet<string>,
  { method, path, body, form }: Call,
): Promise<Answer> {
  const [, name = '', act = ''] = /^\/pages\/projects\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const project = projects.get(name);
  if (path.startsWith('/pages/projects/') && !project)
    return { code: 8000007, message: 'Project not found.', status: 404 };
  if (!project) return null;
  if (act === '') return { result: describeProject(name, project) };
  if (act === '/domains' && method === 'POST') {
    project.domains.push((JSON.parse(body) as { name: string }).name);
    return { result: { name: project.domains.at(-1), status: 'active' } };
  }
  const claims = Buffer.from(JSON.stringify({ max_file_count_allowed: 20_000 })).toString('base64url');
  if (act === '/upload-token') return { result: { jwt: `e30.${claims}.e30` } };
  if (!act.startsWith('/deployments')) return null;
  if (act === '/deployments' && method === 'GET')
    return { result: ['b', 'a'].map((id) => ({ id, url: `https://${id}.${name}.pages.dev` })) };
  if (method === 'POST') {
    const parts = await form();
    const manifest = JSON.parse(parts.get('manifest') ?? '{}') as Record<string, string>;
    const lost = Object.values(manifest).filter((hash) => !uploaded.has(hash));
    if (lost.length > 0) return { code: 8000035, message: `${lost.length} files were never uploaded` };
    project.files = Object.keys(manifest);
    project.parts = parts;
  }
  return {
    result: {
      id: 'deployment',
      url: `https://${name}.pages.dev`,
      latest_stage: { name: 'deploy', status: 'success' },
    },
  };
}
