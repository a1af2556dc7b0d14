import type { Place } from './generator/jobs.ts';

/** A process of a target, with its role as name. */
export interface Measured {
  readonly name: string;
  readonly pid: number;
  /** Its HTTP port, if it has one. */
  readonly port?: number;
  /** Its children count as part of it, as PostgreSQL's do. */
  readonly withChildren?: boolean;
}

export interface TargetPerson {
  readonly uid: string;
  readonly token: string;
}

/** One of the systems that are compared. */
export interface Target {
  readonly name: string;
  readonly places: readonly Place[];
  readonly sends: 'http' | 'socket';
  readonly processes: readonly Measured[];
  readonly postgresUrl?: string;
  /** People who may connect; more are created when a call asks for more. */
  people(count: number): Promise<readonly TargetPerson[]>;
  /** Opens chats, each with these people, and returns their ids. */
  openChats(members: readonly (readonly TargetPerson[])[]): Promise<string[]>;
  stop(): Promise<void>;
}
