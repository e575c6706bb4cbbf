/** The hosts that a deployment may call: a local run only itself, any other only public hosts. */
export interface DeploymentScope {
  isLocal: boolean;
  /** Its own host name; '' when it is not configured. */
  ownHost: string;
}

/** Endings that no public resolver knows, or that mean a local network. */
const privateEndings = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'home.arpa',
  'invalid',
  'test',
  'onion',
];

const texts = {
  broken: 'Enter the complete address, such as https://hooks.example.com/backlot.',
  secret: 'The address must not contain a username or password.',
  local: 'A local run can reach only this machine, such as http://127.0.0.1:9000/hook.',
  https: 'The address must begin with https://.',
  address: 'Use a host name instead of an IP address.',
  private: 'This host cannot be reached from the internet.',
  own: 'This is an address of Backlot itself. Enter the address of your own system.',
} as const;

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Returns why this address is rejected, as a sentence, or null. `URL` normalizes every spelling of an IP address
 * (2130706433 and 0x7f.1 are 127.0.0.1), and all IP literals are rejected: private and link-local ones, and those of
 * cloud metadata services.
 */
export function urlRejection(address: string, { isLocal, ownHost }: DeploymentScope): string | null {
  if (!URL.canParse(address)) return texts.broken;
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return texts.broken;
  if (username !== '' || password !== '') return texts.secret;
  const host = hostname.replace(/\.$/, '');
  if (isLocal) return isLoopback(host) ? null : texts.local;
  if (protocol !== 'https:') return texts.https;
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return texts.address;
  const isPrivate = privateEndings.some((ending) => host === ending || host.endsWith(`.${ending}`));
  if (isPrivate || !host.includes('.')) return texts.private;
  return host === ownHost ? texts.own : null;
}
