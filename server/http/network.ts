/**
 * The network under which limits count an address: the IPv4 address itself, or the IPv6 address's /64, all of which has
 * one owner. IPv4 written as IPv6 counts as IPv4.
 */
export const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped) return mapped
  const [bare = ''] = address.split('%')
  const [head = '', tail] = bare.split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/**
 * The part of an address that a log may show: the network without the single machine. Null once the connection is
 * closed.
 */
export const prefixOf = (address: string | undefined): string | null => {
  if (!address) return null
  const network = networkOf(address)
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`
  return `${network.split('.').slice(0, 3).join('.')}.0/24`
}
