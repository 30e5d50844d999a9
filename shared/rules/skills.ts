import { oneLine } from '../contract/common.ts'
import { fold } from '../contract/fold.ts'

/** The skills that the market offers to search for by one press. */
export const marketSkills = ['UI/UX Design', 'Mobile App Development', 'Content Writing', 'React', 'Node.js'] as const

/** Projects carry skills as comma-separated text; this makes a list of them without blanks and repeats. */
export const skillsList = (text: string): string[] => {
  const seen = new Map<string, string>()
  for (const part of text.split(',')) {
    const skill = oneLine(part)
    if (skill && !seen.has(fold(skill))) seen.set(fold(skill), skill)
  }
  return [...seen.values()]
}

/** Those of a person's skills that a project asks for, however they are spelled. */
export const skillsInCommon = (own: readonly string[], wanted: string): string[] => {
  const asked = new Set(skillsList(wanted).map(fold))
  return own.filter((skill) => asked.has(fold(skill.trim())))
}
