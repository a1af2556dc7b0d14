import type { Place } from './generator/jobs.ts';

/** A process of a target, by what it is. */
export interface Measured {
  readonly name: string;
  readonly pid: number;
  /** Where it listens, if it speaks HTTP. */
  readonly port?: number;
  /** Its children are counted as it, as PostgreSQL's are. */
  readonly withChildren?: boolean;
}

export interface TargetPerson {
  readonly uid: string;
  readonly token: string;
}

/** One of the things that are measured beside each other. */
export interface Target {
  readonly name: string;
  readonly places: readonly Place[];
  readonly sends: 'http' | 'socket';
  readonly processes: readonly Measured[];
  readonly postgresUrl?: string;
  /** People who may connect; more of them each time more are asked for. */
  people(count: number): Promise<readonly TargetPerson[]>;
  /** Opens chats, each with these people, and gives their ids. */
  openChats(members: readonly (readonly TargetPerson[])[]): Promise<string[]>;
  stop(): Promise<void>;
}
