import { type LookupAddress, promises as dns } from 'node:dns'

/** No delivery waits longer for the addresses of its host. */
const LOOKUP_MS = 5_000
/** What says at once that the name is not in the DNS, or that there is no DNS. */
const NOT_THERE = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

export type ResolveHost = (host: string) => Promise<LookupAddress[]>

/**
 * The addresses of a host, asked of the name servers over sockets of our own. The system's own call takes one of the few threads of
 * the process until it ends, however long that is, so that two slow names would hold up every other lookup. It is asked only where
 * the DNS does not know the name: /etc/hosts may. `servers` are asked in place of the computer's.
 */
export const resolveHost = async (host: string, servers?: readonly string[]): Promise<LookupAddress[]> => {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 3 })
  if (servers) resolver.setServers(servers)
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_MS)
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  clearTimeout(timer)
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length > 0) return found
  const failures = [v4, v6].flatMap((one) => (one.status === 'rejected' ? [one.reason as NodeJS.ErrnoException] : []))
  const failure = failures.find(({ code = '' }) => !NOT_THERE.has(code))
  if (failure) throw failure
  return dns.lookup(host, { all: true })
}
