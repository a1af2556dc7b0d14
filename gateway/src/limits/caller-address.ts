import { BlockList, isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Whether an address is one of the trusted proxies. */
export type IsTrusted = (address: string) => boolean;

/** `proxies` are addresses and networks, such as `10.0.0.0/8`. */
export function trustIn(proxies: readonly string[]): IsTrusted {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const kind = isIP(address);
    return kind !== 0 && trusted.check(address, kind === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * The client's address for a request that no framework has handled: the last address in `x-forwarded-for` that does not
 * belong to a trusted proxy. Anyone may have written the entries further left.
 */
export function callerAddress({ socket, headers }: IncomingMessage, isTrusted: IsTrusted): string {
  const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const way = [...told.map((address) => address.trim()).filter(Boolean), socket.remoteAddress ?? ''].toReversed();
  return way.find((address) => !isTrusted(address)) ?? way.at(-1) ?? '';
}
