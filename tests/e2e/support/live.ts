import type { Page, WebSocketRoute } from '@playwright/test';
import type { PdfStatus } from '../../../domain/live.ts';

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

/** As behind a proxy that knows no WebSockets; Playwright's own routes open before they close. */
export async function withoutWebSocket(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.WebSocket = class extends EventTarget {
      onerror: ((event: Event) => void) | null = null;
      constructor() {
        super();
        queueMicrotask(() => this.onerror?.(new Event('error')));
      }
      close() {}
    } as unknown as typeof WebSocket;
  });
}

/** Neither transport of the channel opens; answers when each attempt began. */
export async function withoutChannel(page: Page): Promise<number[]> {
  const attempts: number[] = [];
  await withoutWebSocket(page);
  await page.route('**/socket.io/**', async (route) => {
    attempts.push(Date.now());
    await route.abort();
  });
  return attempts;
}

/** A PDF task that stands as the test says; counts how often the page has asked how it stands. */
export async function madeUpTask(page: Page, taskId: string) {
  const task = { asked: 0, status: 'in_progress' as PdfStatus };
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/reports/pdf/generate**', async (route) => {
    await route.fulfill({ json: { success: true, data: { taskId } } });
    resolve();
  });
  await page.route(`**/api/reports/pdf/download/${taskId}**`, async (route) => {
    task.asked += 1;
    const isMade = task.status === 'success';
    const data = {
      taskId,
      status: task.status,
      downloadUrl: isMade ? `/files/pdf/${taskId}/PO_1.pdf` : null,
      fileName: isMade ? 'PO_1.pdf' : null,
      error: null,
      eventType: isMade ? 'PDF_GENERATED' : null,
    };
    await route.fulfill({ json: { success: true, data } });
  });
  await page.route(`**/files/pdf/${taskId}/**`, (route) =>
    route.fulfill({ body: '%PDF-1.7', contentType: 'application/pdf' }),
  );
  return Object.assign(task, { started: promise });
}

/** Asks for the PDF of the document whose review is open. */
export async function askForPdf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export PDF' }).click();
  await page.getByRole('button', { name: 'Download PDF' }).click();
}
