import type { Identity, Session } from './session.ts';

/** All in milliseconds, but for `maxPayload` in bytes. */
export interface EngineOptions {
  pingInterval: number;
  pingTimeout: number;
  /** How long a WebSocket may take to take over from long polling. */
  upgradeTimeout: number;
  maxPayload: number;
}

export const defaultOptions: EngineOptions = {
  pingInterval: 25_000,
  pingTimeout: 20_000,
  upgradeTimeout: 10_000,
  maxPayload: 1_000_000,
};

/** What is known of a request from trusted sources: the id a new session gets, and who asks. */
export interface Visitor {
  newSid: string | null;
  key: string;
  identity: Identity;
}

/** Tells whoever looks after the product what failed; `event` is one of a few words of ours. */
export type Report = (event: string, error: unknown) => void;

export interface EngineApplication {
  /** Whoever is answered with a response goes no further. */
  visitor(request: Request): Visitor | Promise<Visitor | Response>;
  onOpen(session: Session): void;
  onMessage(session: Session, data: string | ArrayBuffer): void;
  onClose(session: Session, reason: string): void;
  report: Report;
}
