import type { IncomingHttpHeaders } from 'node:http';

/** The part of a request's trace in one process: begun, given its result, ended. */
export interface Span {
  /** Headers for a request to another process, so that its span becomes a child of this one (W3C Trace Context). */
  readonly headers: Readonly<Record<string, string>>;
  /** Begins a child span for a call to another process. */
  call(name: string, about: SpanAbout): Span;
  /** `route` is the pattern, never the address itself: addresses contain ids. */
  end(outcome: { status?: number | undefined; route?: string | undefined; failed?: boolean }): void;
}

/** The attributes of a span. Never text that a person wrote, and never an address. */
export interface SpanAbout {
  readonly method: string;
  readonly peer?: string;
}

export interface Tracer {
  /** Begins this process's span. `headers` are trusted only when they come from one of our own processes. */
  serve(service: string, about: SpanAbout, headers: IncomingHttpHeaders | null): Span;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}
