import type { Page, WebSocketRoute } from '@playwright/test';

export interface Frame {
  text: string;
}

/** The frames of a page's WebSocket to the realtime channel, and control over which frames pass. */
export interface Wire {
  addresses: URL[];
  sent: Frame[];
  received: Frame[];
  /** Holds frames that begin with this text, in both directions, until `release`. */
  hold: (beginning: string) => void;
  /** Passes held frames, and all frames from now on. */
  release: () => void;
  /** Breaks the connection. Held frames are lost, and no more frames are held. */
  cut: () => Promise<void>;
}

/** Connects the page's socket to the server and records its frames. Must be called before the page opens. */
export async function interceptSocket(page: Page): Promise<Wire> {
  const beginnings: string[] = [];
  let heldFrames: (() => void)[] = [];
  let sockets: WebSocketRoute[] = [];
  const wire: Wire = {
    addresses: [],
    sent: [],
    received: [],
    hold: (beginning) => beginnings.push(beginning),
    release: () => {
      beginnings.length = 0;
      for (const pass of heldFrames) pass();
      heldFrames = [];
    },
    cut: async () => {
      beginnings.length = 0;
      heldFrames = [];
      const open = sockets;
      sockets = [];
      await Promise.all(open.map((socket) => socket.close({ code: 1001 })));
    },
  };
  const recordAndPass =
    (frames: Frame[], pass: (frame: string | Buffer) => void) => (frame: string | Buffer) => {
      const text = String(frame);
      frames.push({ text });
      if (beginnings.some((beginning) => text.startsWith(beginning))) heldFrames.push(() => pass(frame));
      else pass(frame);
    };
  await page.routeWebSocket('**/socket.io/**', (near) => {
    wire.addresses.push(new URL(near.url()));
    const far = near.connectToServer();
    sockets.push(near, far);
    near.onMessage(recordAndPass(wire.sent, (frame) => far.send(frame)));
    far.onMessage(recordAndPass(wire.received, (frame) => near.send(frame)));
  });
  return wire;
}

/** Returns the data of the events of this name. */
export function events(frames: readonly Frame[], name: string) {
  return frames.flatMap(({ text }) => {
    // The number between the type and the event is the id of the acknowledgement, if any.
    const [, message] = /^42\d*(\[.*)$/s.exec(text) ?? [];
    if (message === undefined) return [];
    const [event, data] = JSON.parse(message) as [string, Record<string, unknown>];
    return event === name ? [{ data }] : [];
  });
}

/** Requests the PDF of the document whose review is open. */
export async function startPdfDownload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export PDF' }).click();
  await page.getByRole('button', { name: 'Download PDF' }).click();
}
