import type { Page, WebSocketRoute } from '@playwright/test';

export interface Frame {
  text: string;
}

/** What goes over a page's WebSocket of the live channel, and what a test keeps from passing. */
export interface Wire {
  addresses: URL[];
  sent: Frame[];
  received: Frame[];
  /** Frames that begin so do not pass, from either side, until they are let. */
  hold: (beginning: string) => void;
  /** From now on everything passes; what was held comes first. */
  let: () => void;
  /** The connection breaks, as on a bad line; what was held is lost, and nothing more is held. */
  cut: () => Promise<void>;
}

/** Joins the page's socket to the server and listens in. Before the page opens. */
export async function tapped(page: Page): Promise<Wire> {
  const beginnings: string[] = [];
  let held: (() => void)[] = [];
  let sockets: WebSocketRoute[] = [];
  const wire: Wire = {
    addresses: [],
    sent: [],
    received: [],
    hold: (beginning) => beginnings.push(beginning),
    let: () => {
      beginnings.length = 0;
      for (const pass of held) pass();
      held = [];
    },
    cut: async () => {
      beginnings.length = 0;
      held = [];
      const open = sockets;
      sockets = [];
      await Promise.all(open.map((socket) => socket.close({ code: 1001 })));
    },
  };
  const passing = (frames: Frame[], pass: (frame: string | Buffer) => void) => (frame: string | Buffer) => {
    const text = String(frame);
    frames.push({ text });
    if (beginnings.some((beginning) => text.startsWith(beginning))) held.push(() => pass(frame));
    else pass(frame);
  };
  await page.routeWebSocket('**/socket.io/**', (near) => {
    wire.addresses.push(new URL(near.url()));
    const far = near.connectToServer();
    sockets.push(near, far);
    near.onMessage(passing(wire.sent, (frame) => far.send(frame)));
    far.onMessage(passing(wire.received, (frame) => near.send(frame)));
  });
  return wire;
}

/** Events of this name that went over the wire, with the task or document that they are about. */
export function events(frames: readonly Frame[], name: string) {
  return frames.flatMap(({ text }) => {
    // Between the type and the event stands the number of the acknowledgement that is waited for, if any.
    const [, said] = /^42\d*(\[.*)$/s.exec(text) ?? [];
    if (said === undefined) return [];
    const [event, data] = JSON.parse(said) as [string, Record<string, unknown>];
    return event === name ? [{ data }] : [];
  });
}

/** Asks for the PDF of the document whose review is open. */
export async function askForPdf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export PDF' }).click();
  await page.getByRole('button', { name: 'Download PDF' }).click();
}
