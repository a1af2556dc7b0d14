import type { Talk } from '../delivery/talk.ts';
import type { FaultyCluster } from './faulty-cluster.ts';
import type { Random } from './random.ts';

/** The surroundings of a fault: the cluster, the people who talk over it, and the random generator for its moments. */
export interface Scene<C = FaultyCluster> {
  readonly cluster: C;
  readonly talk: Talk;
  readonly random: Random;
}

/** A line of the table of faults. All of them require that no message is lost, doubled, disordered or sent to strangers. */
export interface Fault<C = FaultyCluster> {
  readonly id: string;
  readonly title: string;
  /** The additional conditions, in words. */
  readonly passes: string;
  /** Causes the fault and undoes it. Resolves when it is completely over. */
  happens(scene: Scene<C>): Promise<void>;
  /** Checks additional conditions after everything is in order again. */
  afterwards?(scene: Scene<C>): void;
}
