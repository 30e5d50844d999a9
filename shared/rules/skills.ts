/** The skills that the market offers to search for by one press. */
export const marketSkills = ['UI/UX Design', 'Mobile App Development', 'Content Writing', 'React', 'Node.js'] as const

/** Projects carry skills as comma-separated text; this makes a list of them without blanks and repeats. */
export const skillsList = (text: string): string[] => {
  const seen = new Map<string, string>()
  for (const part of text.split(',')) {
    const skill = part.trim()
    if (skill && !seen.has(skill.toLowerCase())) seen.set(skill.toLowerCase(), skill)
  }
  return [...seen.values()]
}

/** Those of a person's skills that a project asks for, whatever their letter case. */
export const skillsInCommon = (own: readonly string[], wanted: string): string[] => {
  const asked = new Set(skillsList(wanted).map((skill) => skill.toLowerCase()))
  return own.filter((skill) => asked.has(skill.trim().toLowerCase()))
}
