import { lookup, type LookupOptions } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';

/** Addresses that are not public: this machine, private networks, and ranges reserved for other use (RFC 6890). */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
/** In IPv6, only global unicast is public; addresses that contain an IPv4 address are refused too. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const tunnelled = new BlockList();
tunnelled.addSubnet('2001::', 32, 'ipv6');
tunnelled.addSubnet('2002::', 16, 'ipv6');

export function isPublicAddress(address: string, family: number): boolean {
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !tunnelled.check(address, 'ipv6');
}

/** A DNS lookup for connections to the public network: it finds no address for a name that points into a private one. */
export const lookUpPublic: LookupFunction = (host, options: LookupOptions, found) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const allowed = error ? [] : addresses.filter(({ address, family }) => isPublicAddress(address, family));
    const [first] = allowed;
    if (!first) return found(error ?? new Error(`${host} has no public address`), '', 0);
    if (options.all) return found(null, allowed);
    return found(null, first.address, first.family);
  });
};
