import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FaultyLink, startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import type { ProductProcess } from '../support/child-process.ts';
import { type Cluster, startCluster, type Wiring } from '../support/cluster.ts';

/** A cluster in which every important connection can fail, and clocks too. */
export interface FaultyCluster extends Cluster {
  readonly links: {
    readonly clientToGateway: readonly FaultyLink[];
    readonly gatewayToNode: readonly FaultyLink[];
    readonly nodesToRedis: FaultyLink;
    readonly nodesToPostgres: FaultyLink;
  };
  /** Shifts the clock of a chat node, a gateway or identity by so many ms; the shift survives a restart. */
  shiftClock(process: ProductProcess, ms: number): Promise<void>;
  /** Repairs everything that a failed test has left: all processes run and are connected again. */
  mend(): Promise<void>;
}

/** An address: in `NODE_OPTIONS`, a path must have no spaces. */
const shiftedClock = new URL('shifted-clock.ts', import.meta.url).href;
/**
 * Gives the last chat node so little memory (in MB) that it must collect garbage all the time. One MB of it is for new
 * objects: with V8's usual 16, the heap counts as full at a third, and collecting takes more than a core.
 */
const smallHeap = '--max-old-space-size=96 --max-semi-space-size=1';

export async function startFaultyCluster(): Promise<FaultyCluster> {
  const clocks = await mkdtemp(join(tmpdir(), 'koinonia-clocks-'));
  const clockOf = (name: string) => join(clocks, name);
  const set = (name: string, ms: number) => writeFile(clockOf(name), String(ms));
  let links: FaultyCluster['links'] | undefined;
  const wiring: Wiring = async ({ postgres, redis, processes }) => {
    const [nodes, gateways] = ['chat', 'gateway'].map((kind) =>
      [...processes.keys()].filter((n) => n.startsWith(kind)),
    );
    const linkTo = (names: string[] = []) =>
      Promise.all(names.map((name) => startFaultyLink(processes.get(name) ?? '')));
    await Promise.all([...(nodes ?? []), ...(gateways ?? []), 'identity'].map((name) => set(name, 0)));
    const made = (links = {
      clientToGateway: await linkTo(gateways),
      gatewayToNode: await linkTo(nodes),
      nodesToRedis: await startFaultyLink(redis),
      nodesToPostgres: await startFaultyLink(postgres),
    });
    return (name): Record<string, string> => {
      const ownClock = { NODE_OPTIONS: `--import=${shiftedClock}`, CLOCK_FILE: clockOf(name) };
      if (name === 'identity') return ownClock;
      if (name.startsWith('gateway')) {
        return { ...ownClock, CHAT_URL: made.gatewayToNode.map((l) => originOf(l)).join(',') };
      }
      if (!name.startsWith('chat')) return {};
      const heap = name === nodes?.at(-1) ? ` ${smallHeap}` : '';
      return {
        DATABASE_URL: made.nodesToPostgres.through(postgres),
        REDIS_URL: made.nodesToRedis.through(redis),
        NODE_OPTIONS: `${ownClock.NODE_OPTIONS}${heap}`,
        CLOCK_FILE: ownClock.CLOCK_FILE,
      };
    };
  };
  const cluster = await startCluster({}, { wiring });
  if (!links) throw new Error('nothing was wired');
  return withFaults(cluster, links, { set, end: () => rm(clocks, { recursive: true }) });
}

const originOf = (link: FaultyLink) => new URL(link.through('http://127.0.0.1')).origin;

function withFaults(
  cluster: Cluster,
  links: FaultyCluster['links'],
  clocks: { set(name: string, ms: number): Promise<void>; end(): Promise<void> },
): FaultyCluster {
  const all = Object.values(links).flat();
  const haveClocks = [...cluster.chatNodes, ...cluster.gateways, cluster.identity];
  async function shiftClock(process: ProductProcess, ms: number) {
    await clocks.set(process.name, ms);
    process.signal('SIGWINCH');
  }
  return {
    ...cluster,
    origins: links.clientToGateway.map(originOf),
    links,
    shiftClock,
    async mend() {
      for (const link of all) link.mend();
      cluster.redis.thaw();
      await cluster.postgres.thaw().catch(() => {});
      await Promise.all([cluster.redis.start(), cluster.postgres.answering()]);
      for (const process of cluster.processes) process.thaw();
      await Promise.all(cluster.processes.filter((process) => !process.isRunning()).map((process) => process.start()));
      await Promise.all(haveClocks.map((process) => shiftClock(process, 0)));
    },
    async end() {
      await cluster.end();
      await Promise.all(all.map((link) => link.close()));
      await clocks.end();
    },
  };
}
