import { createHash } from 'node:crypto';
import { onLoopback } from '../../../../stress/served/loopback.ts';

/** A password that the list of stolen passwords contains. */
export const stolenPassword = 'correct horse battery staple';

const hashes = [stolenPassword, 'passwordpassword', 'qwertyuiopasdf'].map((text) =>
  createHash('sha1').update(text).digest('hex').toUpperCase(),
);

/** Opens a server on loopback with the range protocol of Pwned Passwords. */
export function openRangeServer() {
  return onLoopback((request, response) => {
    const start = /^\/range\/([0-9A-F]{5})$/.exec(request.url ?? '')?.[1];
    if (request.method !== 'GET' || start === undefined) return void response.writeHead(400).end();
    const ends = hashes.filter((hash) => hash.startsWith(start)).map((hash) => `${hash.slice(5)}:217`);
    const padding = Array.from({ length: 800 }, (_, line) => `${line.toString(16).padStart(35, 'A')}:0`);
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    response.end([...ends, ...padding].join('\r\n'));
  });
}
