import { env } from 'cloudflare:workers';

const host = 'https://browser.test';

/** The real browsers, with the sessions that were opened through it, in order. */
export function watchedBrowser(): { watched: Pick<Env, 'BROWSER'>; opened: string[] } {
  const opened: string[] = [];
  const fetch = async (url: string, init?: RequestInit) => {
    const answer = await env.BROWSER.fetch(url, init);
    if (init?.method === 'POST') {
      const { sessionId } = await answer.clone().json<{ sessionId: string }>();
      opened.push(sessionId);
    }
    return answer;
  };
  return { watched: { BROWSER: { fetch } } as unknown as Pick<Env, 'BROWSER'>, opened };
}

/** Ends a browser from outside, as a crash would. */
export async function killBrowser(sessionId: string | undefined): Promise<void> {
  await env.BROWSER.fetch(`${host}/v1/devtools/browser/${sessionId}`, { method: 'DELETE' });
}
