import { type SkillLevel, skillLevels } from '../../../shared/contract/index.ts'

/** What the market's address holds, and the filters no call takes yet. */
export type MarketFilters = {
  q: string
  level: SkillLevel | null
  /** From 1. */
  page: number
  /** Kept in state with their defaults, sent nowhere and shown nowhere: no call knows them yet. */
  budget: readonly [min: number, max: number]
  /** Days. */
  duration: readonly [min: number, max: number]
  rating: number
}

export const defaultFilters: MarketFilters = {
  q: '',
  level: null,
  page: 1,
  budget: [0, 10_000],
  duration: [1, 180],
  rating: 5,
}

export const QUERY_MAX = 200

export const savedSearches = ['UI/UX Design', 'Mobile App Development', 'Content Writing', 'React', 'Node.js'] as const

/** Reads an address anybody may have typed: what makes no sense counts as not said. */
export const readFilters = (params: URLSearchParams): MarketFilters => {
  const page = Number(params.get('page'))
  return {
    ...defaultFilters,
    q: (params.get('q') ?? '').slice(0, QUERY_MAX),
    level: skillLevels.find((level) => level === params.get('level')) ?? null,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  }
}

/** The address of these filters; defaults are left out. */
export const writeFilters = ({ q, level, page }: MarketFilters): string => {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q)
  if (level) params.set('level', level)
  if (page > 1) params.set('page', String(page))
  const search = params.toString()
  return search && `?${search}`
}
