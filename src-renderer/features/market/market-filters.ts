import { skillLevels } from '../../../shared/contract/index.ts'
import { addressState, always, oneOf, pageNumber, text } from '../../lib/address-state.ts'

export const QUERY_MAX = 200

export const savedSearches = ['UI/UX Design', 'Mobile App Development', 'Content Writing', 'React', 'Node.js'] as const

/** The filters in the market's address, and those that no call takes yet. */
export const marketAddress = addressState({
  q: text(QUERY_MAX),
  level: oneOf(skillLevels, null),
  page: pageNumber,
  // These filters keep their defaults and are not sent or shown, because no call takes them yet.
  budget: always<readonly [min: number, max: number]>([0, 10_000]),
  /** The range of days. */
  duration: always<readonly [min: number, max: number]>([1, 180]),
  rating: always(5),
})
export type MarketFilters = typeof marketAddress.plain
