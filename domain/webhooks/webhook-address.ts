/** Where a deployment stands: a local run may only reach itself, any other only what the whole internet can reach. */
export interface DeploymentScope {
  isLocal: boolean;
  /** Its own host name; '' where it was not told. */
  ownHost: string;
}

/** Names that no public resolver answers, or that mean a machine's own network. */
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
 * Why nothing is sent to this address, in a sentence; null when it may be. `URL` writes every spelling of an IP address in
 * one way (2130706433 and 0x7f.1 are 127.0.0.1), and literals are refused whole: so are private and link-local ones, and
 * those that a cloud answers metadata on.
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
