/**
 * A search by job title ('React Developer') also finds people who list the skill ('React') without 'developer' in their
 * bio. For each title, the stem of the word that must follow the skill ('React design' for 'React Designer'), or null
 * if the skill is enough.
 */
const skillStems: Readonly<Record<string, string | null>> = {
  developer: null,
  programmer: null,
  expert: null,
  specialist: null,
  engineer: null,
  designer: 'design',
  writer: 'writ',
  scientist: 'scien',
  analyst: 'anal',
  illustrator: 'illustrat',
  photographer: 'photograph',
  translator: 'translat',
  researcher: 'research',
  tester: 'test',
}

export type RoleSearch = {
  /** The words before the name; a person's text must have each of them. */
  subject: readonly string[]
  /** The name itself, which counts like any other word when a person's text has it. */
  role: string
  /** When a person's text lacks the name, one of their skills must have all these parts. */
  skillParts: readonly string[]
}

/**
 * Splits lower-case words without accents into a skill and the name of people who have it; null for any other search.
 */
export const roleSearchOf = (words: readonly string[]): RoleSearch | null => {
  const role = words.at(-1)
  const subject = words.slice(0, -1)
  if (role === undefined || subject.length === 0 || !Object.hasOwn(skillStems, role)) return null
  const stem = skillStems[role]
  return { subject, role, skillParts: stem ? [...subject, stem] : subject }
}
