import { execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';

/**
 * A network namespace of the kernel for one process, connected to the rest of this machine by a virtual wire. Packets lost
 * on the wire are lost silently: connections neither end nor are refused, and only the kernel's own timeouts give them up.
 * Programs of this machine that listen on 127.0.0.1 can be reached from inside at the same address.
 */
export interface OwnNetwork {
  /** The address of a process in it, as seen from the rest of this machine. */
  readonly address: string;
  /** The prefix for a command to run in it. */
  readonly enter: readonly string[];
  /** Loses a fraction of the packets (1: all of them) on their way into it and out of it. */
  lose(parts: { into: number; outOf: number }): void;
  mend(): void;
  remove(): void;
}

/** The range of all addresses: reserved for measurements (RFC 2544), so it conflicts with nobody's own network. */
export const ownNetworks = '198.18.0.0/15';

const networks = new Set<OwnNetwork>();
// A test run leaves nothing behind, however it ends.
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
      // The wire is deleted with the namespace at its other end.
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
    // The namespace's own loopback stays down: 127.0.0.1 is the machine at the other end of the wire.
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

/** The reason why such networks are impossible here; null where they are possible. */
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
 * A filter in the kernel's packet language: "load a random number; if it is greater than the fraction, accept; drop". It
 * does not need the kernel's network emulator (netem), which many kernels are built without.
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
