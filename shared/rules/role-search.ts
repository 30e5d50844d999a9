/**
 * A search for people by what they are called ('React Developer') also means those who list the skill ('React'), whose bio
 * need not have the word. For each such name, how the skill beside it goes on; null where the skill stands for itself.
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
  /** The words before the name: text of a person must have each of them. */
  subject: readonly string[]
  /** What the person is called; it counts like any other word where it is found. */
  role: string
  /** Parts of which one skill must have all, where the name itself is nowhere. */
  skillParts: readonly string[]
}

/** Reads folded words as a skill and what people with it are called; null for any other search. */
export const roleSearchOf = (words: readonly string[]): RoleSearch | null => {
  const role = words.at(-1)
  const subject = words.slice(0, -1)
  if (role === undefined || subject.length === 0 || !Object.hasOwn(skillStems, role)) return null
  const stem = skillStems[role]
  return { subject, role, skillParts: stem ? [...subject, stem] : subject }
}
