import { expect, test } from 'vitest'
import type { HitRank } from '#server/db/text-search.ts'
import { shareOut } from './share-out.ts'

const hits = (...ranks: HitRank[]) => ranks.map((rank) => ({ rank }))

test('[KEYS-03] a few places are shared by the lists in turn, the better ranks first', () => {
  expect(shareOut([hits(1, 1, 1, 1), hits(1), hits(1, 1)], 4)).toEqual([2, 1, 1])
  expect(shareOut([hits(2, 2, 2), hits(1, 1), hits()], 3)).toEqual([1, 2, 0])
  expect(shareOut([hits(0, 1, 2), hits(2), hits(1)], 2)).toEqual([2, 0, 0])
  expect(shareOut([hits(2), hits(), hits(2)], 8)).toEqual([1, 0, 1])
})
