import { DurableObject } from 'cloudflare:workers';
import type { Engine } from './engine.ts';

/** A Durable Object that forwards the runtime's events to its engine. */
export abstract class EngineObject<Bindings> extends DurableObject<Bindings> {
  protected abstract readonly engine: Engine;

  override fetch(request: Request): Promise<Response> {
    return this.engine.fetch(request);
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    this.engine.webSocketMessage(socket, frame);
  }

  override webSocketClose(socket: WebSocket): void {
    this.engine.webSocketClose(socket, 'transport close');
  }

  override webSocketError(socket: WebSocket): void {
    this.engine.webSocketClose(socket, 'transport error');
  }

  override alarm(): void {
    this.engine.alarm();
  }
}
