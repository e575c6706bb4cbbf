import type { Identity, Session } from './session.ts';

/** All in milliseconds, except `maxPayload` in bytes. */
export interface EngineOptions {
  pingInterval: number;
  pingTimeout: number;
  /** How long the upgrade from long polling to a WebSocket may take. */
  upgradeTimeout: number;
  maxPayload: number;
}

export const defaultOptions: EngineOptions = {
  pingInterval: 25_000,
  pingTimeout: 20_000,
  upgradeTimeout: 10_000,
  maxPayload: 1_000_000,
};

/** Trusted data of a request: the id for a new session, and the identity. */
export interface ConnectionRequest {
  newSid: string | null;
  key: string;
  identity: Identity;
}

/** Reports a failure to the log; `event` is a fixed name. */
export type Report = (event: string, error: unknown) => void;

export interface EngineApplication {
  /** Returns a response to reject the request. */
  identify(request: Request): ConnectionRequest | Promise<ConnectionRequest | Response>;
  onOpen(session: Session): void;
  onMessage(session: Session, data: string | ArrayBuffer): void;
  onClose(session: Session, reason: string): void;
  report: Report;
}
