import { send } from '../api.ts';

declare global {
  interface Window {
    /** What `public/start.js` has asked before the application was here. */
    askedAhead?: { path: string; answer: Promise<Response> };
  }
}

/** Sends a call, or takes the answer of the same one that the page asked for while its script was on the way. */
export const sendAhead: typeof fetch = (input, init) =>
  send(input, init, (target, ready) => {
    const { askedAhead } = window;
    delete window.askedAhead;
    const { pathname, search } = new URL(target instanceof Request ? target.url : target, location.href);
    return askedAhead?.path === pathname + search ? askedAhead.answer : fetch(target, ready);
  });
