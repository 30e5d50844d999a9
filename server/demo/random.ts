/** Chance that is the same at every start: the demo world must not differ between two machines. */
export type Random = {
  /** From 0 up to 1. */
  next(): number
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  /** `count` different ones, in no order; all of them when there are fewer. */
  sample<T>(items: readonly T[], count: number): T[]
  bytes(count: number): Uint8Array
}

/** mulberry32: 32 bits of state, plenty for a stage set, and not for secrets. */
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
