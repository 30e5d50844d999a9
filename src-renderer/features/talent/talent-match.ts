import { fold } from '#shared/contract/fold.ts'
import { PAGE_SIZE, type Talent } from '#shared/contract/index.ts'
import { industriesOf } from '#shared/rules/industries.ts'
import { entriesOf, paginationOf } from '#shared/rules/pages.ts'
import { roleSearchOf } from '#shared/rules/role-search.ts'
import { tiersOfSkillLevel } from '#shared/rules/tiers.ts'
import type { TalentFilters } from './talent-filters.ts'

/** Whether every server compares the text alike; in other scripts servers may differ about what contains what. */
const isPlain = (text: string): boolean => /^[\x20-\x7e\s]*$/.test(text)

const hasAll = (text: string, parts: readonly string[]): boolean => parts.every((part) => text.includes(part))

const lacksWord = (talent: Talent, q: string): boolean => {
  const text = [talent.name, talent.username, talent.bio, ...talent.skills].join(' ')
  if (!isPlain(text) || !isPlain(q)) return false
  const words = fold(q)
    .split(/[\s,;]+/)
    .filter(Boolean)
  const called = roleSearchOf(words)
  const hasSkill = called && talent.skills.some((skill) => hasAll(fold(skill), called.skillParts))
  return !hasAll(fold(text), hasSkill ? called.subject : words)
}

/** Whether a talent certainly does not match the filters, so that the server which lists them has not filtered. */
export const isMismatch = (talent: Talent, { q, level, industry }: Omit<TalentFilters, 'page'>): boolean =>
  (level !== null && !tiersOfSkillLevel[level].includes(talent.tier)) ||
  (industry !== null && !industriesOf(talent.skills).includes(industry)) ||
  lacksWord(talent, q)

/** One page of at most ten matching people, for servers that do not filter themselves. */
export const filterHere = (all: readonly Talent[], { page, ...filters }: TalentFilters) => {
  const fitting = all.filter((talent) => !isMismatch(talent, filters))
  const range = { page, limit: PAGE_SIZE }
  return { talents: entriesOf(fitting, range), pagination: paginationOf(range, fitting.length) }
}
