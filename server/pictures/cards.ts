import { LRUCache } from 'lru-cache'
import { busy } from '../process/heavy-work.ts'
import { drawCard } from './draw.ts'

/** Drawn pictures that are kept, each of some 10 kB. */
const KEPT = 300
/** Pictures that may wait to be drawn; strangers ask for them. */
const WAITING_MAX = 20

export type DrawCard = (svg: string) => Promise<Buffer>

/** Draws small pictures of our own, one at a time, and keeps the last ones. Errors: 503 when too many wait. */
export const createCards = (draw: DrawCard = drawCard): DrawCard => {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: KEPT })
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (svg) => {
    const known = drawn.get(svg)
    if (known) return known
    if (waiting >= WAITING_MAX) throw busy()
    waiting += 1
    const mine = turn.then(() => draw(svg))
    drawn.set(svg, mine)
    turn = mine.catch(() => drawn.delete(svg)).finally(() => (waiting -= 1))
    return mine
  }
}
