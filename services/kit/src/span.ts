import type { IncomingHttpHeaders } from 'node:http';

/** One process's part of the way of a request: begun, told what became of it, ended. */
export interface Span {
  /** For a request to another process, so that its part hangs below this one (W3C Trace Context). */
  readonly headers: Readonly<Record<string, string>>;
  /** Begins a call to another process below this one. */
  call(name: string, about: SpanAbout): Span;
  /** `route` is the pattern and never the address itself: addresses have ids in them. */
  end(outcome: { status?: number | undefined; route?: string | undefined; failed?: boolean }): void;
}

/** What a span says of itself. Nothing that a person wrote, and no address. */
export interface SpanAbout {
  readonly method: string;
  readonly peer?: string;
}

export interface Tracer {
  /** Begins a process's part. `headers` are believed only where they come from one of our own processes. */
  serve(service: string, about: SpanAbout, headers: IncomingHttpHeaders | null): Span;
  /** Sends what is left. */
  close(): Promise<void>;
}
