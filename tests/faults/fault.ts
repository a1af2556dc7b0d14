import type { Talk } from '../delivery/talk.ts';
import type { FaultyCluster } from './faulty-cluster.ts';
import type { Random } from './random.ts';

/** Where a fault happens: the cluster, the people who talk over it, and the chance by which it chooses its moments. */
export interface Scene<C = FaultyCluster> {
  readonly cluster: C;
  readonly talk: Talk;
  readonly random: Random;
  /** In the long form faults last as long as the table says, in the short one a few seconds. */
  readonly isLong: boolean;
}

/** A line of the table of faults. That no message is lost, doubled, disordered or told to strangers is asked of all. */
export interface Fault<C = FaultyCluster> {
  readonly id: string;
  readonly title: string;
  /** What must be true besides. */
  readonly passes: string;
  /** Does it and undoes it. Resolves when the last of it is over. */
  happens(scene: Scene<C>): Promise<void>;
  /** What must be true besides, asked when everything is in order again. */
  afterwards?(scene: Scene<C>): void;
}
