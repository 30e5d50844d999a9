import { industries, skillLevels } from '#shared/contract/index.ts'
import { TALENTS_COUNTED_MAX } from '#shared/contract/people.ts'
import { addressState, type ChangeList, oneOf, pageNumber, text } from '#lib/address-state.ts'

export const QUERY_MAX = 200

export const popularSkills = [
  'UI/UX Designer',
  'React Developer',
  'Content Writer',
  'Full Stack',
  'Data Scientist',
] as const

/** The filters in the directory's address. */
export const talentAddress = addressState({
  q: text(QUERY_MAX),
  level: oneOf(skillLevels, null),
  industry: oneOf(industries, null),
  page: pageNumber,
})
export type TalentFilters = typeof talentAddress.plain
export type ChangeFilters = ChangeList<TalentFilters>

/** The number of set filters in the drawer. */
export const countFilters = ({ level, industry }: TalentFilters): number =>
  Number(level !== null) + Number(industry !== null)
export const hasFilter = (filters: TalentFilters): boolean => filters.q.trim() !== '' || countFilters(filters) > 0

/** The number of people found, in words; at the total where the server stops counting, it says that there may be more. */
export const peopleCount = (total: number): string => {
  if (total === 1) return '1 person'
  return `${total.toLocaleString('en-US')}${total === TALENTS_COUNTED_MAX ? '+' : ''} people`
}
