import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type ResolveHost, resolveHost } from './resolve-host.ts'

/** A host's name leads to an address of a private network, which the operator has not named. */
export class PrivateNetworkError extends Error {
  override name = 'PrivateNetworkError'
}

/** What no name of a host on the internet leads to: addresses that are this machine's, of a local network, or nobody's. */
const notPublic = new BlockList()
for (const [network, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')
// Within what is public of IPv6: examples, and ways to write an address of IPv4.
for (const [network, prefix] of [
  ['2001:db8::', 32],
  ['2001::', 23],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')

export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && publicV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/**
 * Resolves a host as a connection is made, so that nothing changes between the check and the use. One private address refuses all.
 * It is not asked for an address of digits: that is one which the operator has named itself.
 */
export const publicLookup =
  (resolve: ResolveHost = resolveHost): LookupFunction =>
  (host, options, done) =>
    void resolve(host).then(
      (found) => {
        const [first] = found
        if (!first) return done(new Error('The host has no address.'), '')
        if (!found.every(({ address }) => isPublicAddress(address))) return done(new PrivateNetworkError(host), '')
        if (options.all) return done(null, found)
        done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    )
