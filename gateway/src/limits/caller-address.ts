import { BlockList, isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Whether an address is one of the trusted proxies. */
export type IsTrusted = (address: string) => boolean;

/**
 * `proxies` are addresses and networks, such as `10.0.0.0/8`. The library below has such a function too, which takes several
 * times as long, and it is asked for every call behind a proxy.
 */
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

/** The client's address, for a request that Fastify has not handled: found in the same way as its `request.ip`. */
export const callerAddress = (request: IncomingMessage, isTrusted: IsTrusted): string =>
  // Undefined once the connection has ended, which the library's types leave out.
  proxyAddress(request, isTrusted) ?? '';
