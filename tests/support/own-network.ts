import { execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';

/**
 * A network namespace of the kernel for one process, a wire away from the rest of this machine. What is lost on the wire
 * is lost without a word: connections neither end nor are refused, and only the kernel's own patience gives them up.
 * Programs of this machine that listen on 127.0.0.1 are reached from within as they are from without.
 */
export interface OwnNetwork {
  /** Where a process in it listens, as the rest of this machine sees it. */
  readonly address: string;
  /** What a command has to begin with to be run in it. */
  readonly enter: readonly string[];
  /** Loses parts of the packets (1: all of them) on their way into it and out of it. */
  lose(parts: { into: number; outOf: number }): void;
  mend(): void;
  remove(): void;
}

/** Where all of them are: a range that is set aside for measurements (RFC 2544), so nobody's own network is there. */
export const ownNetworks = '198.18.0.0/15';

const networks = new Set<OwnNetwork>();
// A run of tests that ends in whatever way leaves nothing behind.
process.on('exit', () => networks.forEach((network) => network.remove()));

/** Needs Linux, root, and `ip` and `tc` of iproute2; throws where one of them is missing. */
export function createOwnNetwork(): OwnNetwork {
  const id = randomBytes(4).toString('hex');
  const [name, near, far] = [`koinonia-${id}`, `kn-${id}`, `kf-${id}`];
  const prefix = `198.${randomInt(18, 20)}.${randomInt(256)}`;
  const first = randomInt(64) * 4;
  const [nearAddress, address] = [`${prefix}.${first + 1}`, `${prefix}.${first + 2}`];

  const inside = (...command: string[]) => run('ip', 'netns', 'exec', name, ...command);
  const network: OwnNetwork = {
    address,
    enter: ['ip', 'netns', 'exec', name],
    lose({ into, outOf }) {
      loseAt(near, 'egress', into);
      loseAt(near, 'ingress', outOf);
    },
    mend: () => network.lose({ into: 0, outOf: 0 }),
    remove() {
      networks.delete(network);
      // The wire goes with the namespace that its other end is in.
      if (existsSync(`/run/netns/${name}`)) run('ip', 'netns', 'del', name);
    },
  };
  run('ip', 'netns', 'add', name);
  networks.add(network);
  try {
    run('ip', 'link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
    run('ip', 'address', 'add', `${nearAddress}/30`, 'dev', near);
    run('ip', 'link', 'set', near, 'up');
    inside('ip', 'address', 'add', `${address}/30`, 'dev', far);
    inside('ip', 'link', 'set', far, 'up');
    // Its own loopback stays down: 127.0.0.1 is the machine on the other end of the wire.
    writeFileSync(letsLoopbackThrough(near), '1');
    inside('sh', '-c', `echo 1 > ${letsLoopbackThrough(far)}`);
    inside('ip', 'route', 'add', '127.0.0.0/8', 'via', nearAddress, 'dev', far);
    run('tc', 'qdisc', 'add', 'dev', near, 'clsact');
    network.lose({ into: 0.5, outOf: 1 });
    network.mend();
  } catch (error) {
    network.remove();
    throw error;
  }
  return network;
}

/** Why there can be no such networks here; null where there can. */
export function whyNoOwnNetworks(): string | null {
  try {
    createOwnNetwork().remove();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? error.message) : String(error);
  }
}

const letsLoopbackThrough = (device: string) => `/proc/sys/net/ipv4/conf/${device}/route_localnet`;

/**
 * A filter in the kernel's packet language: "load a random number; if it is greater than the part, accept; drop". Only
 * that is needed of the kernel, and not its emulator of networks (netem), which many kernels are built without.
 */
function loseAt(device: string, direction: 'ingress' | 'egress', part: number): void {
  run('tc', 'filter', 'del', 'dev', device, direction);
  if (part === 0) return;
  const [loadRandom, jumpIfGreater, end] = ['32 0 0 4294963256', '37 1 0', '6 0 0'];
  const [drop, accept] = [`${end} 2`, `${end} 4294967295`];
  const most = Math.floor(part * 2 ** 32) - 1;
  const program = part >= 1 ? [drop] : [loadRandom, `${jumpIfGreater} ${most}`, drop, accept];
  const bytecode = [String(program.length), ...program].join(',');
  run('tc', 'filter', 'add', 'dev', device, direction, 'bpf', 'da', 'bytecode', bytecode);
}

function run(program: string, ...args: string[]): void {
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, PATH: path } });
}
