/** Random numbers that are equal at every start, because the demo world must not differ between two machines. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  /** `count` different items in random order; all items when there are fewer. */
  sample<T>(items: readonly T[], count: number): T[]
  bytes(count: number): Uint8Array
}

/** The generator mulberry32 has 32 bits of state, which is plenty for demo data and useless for secrets. */
export const createRandom = (seed: number): Random => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }
  const sample = <T>(items: readonly T[], count: number): T[] => {
    const left = [...items]
    const taken: T[] = []
    while (taken.length < count && left.length > 0) taken.push(...left.splice(between(0, left.length - 1), 1))
    return taken
  }
  return { next, between, pick, sample, bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)) }
}
