import { type Industry, industries, type SkillLevel, skillLevels } from '../../../shared/contract/index.ts'
import { TALENTS_COUNTED_MAX } from '../../../shared/contract/people.ts'

/** What the directory's address holds. */
export type TalentFilters = {
  q: string
  level: SkillLevel | null
  industry: Industry | null
  /** From 1. */
  page: number
}

export const defaultFilters: TalentFilters = { q: '', level: null, industry: null, page: 1 }

export const QUERY_MAX = 200

export const popularSkills = [
  'UI/UX Designer',
  'React Developer',
  'Content Writer',
  'Full Stack',
  'Data Scientist',
] as const

/** Reads an address anybody may have typed: what makes no sense counts as not said. */
export const readFilters = (params: URLSearchParams): TalentFilters => {
  const page = Number(params.get('page'))
  return {
    q: (params.get('q') ?? '').slice(0, QUERY_MAX),
    level: skillLevels.find((level) => level === params.get('level')) ?? null,
    industry: industries.find((industry) => industry === params.get('industry')) ?? null,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  }
}

/** The address of these filters; defaults are left out. */
export const writeFilters = ({ q, level, industry, page }: TalentFilters): string => {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q)
  if (level) params.set('level', level)
  if (industry) params.set('industry', industry)
  if (page > 1) params.set('page', String(page))
  const search = params.toString()
  return search && `?${search}`
}

/** How many of the filters behind the drawer are set. */
export const countFilters = ({ level, industry }: TalentFilters): number =>
  Number(level !== null) + Number(industry !== null)
export const hasFilter = (filters: TalentFilters): boolean => filters.q.trim() !== '' || countFilters(filters) > 0

/** How many people fit; a total at which the server stops counting may be of more. */
export const peopleCount = (total: number): string => {
  if (total === 1) return '1 person'
  return `${total.toLocaleString('en-US')}${total === TALENTS_COUNTED_MAX ? '+' : ''} people`
}
