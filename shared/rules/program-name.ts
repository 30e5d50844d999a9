import { brand } from '../brand.ts'

/** What people call our own programs, by the word that their `user-agent` header begins with. */
const programs = {
  [`${brand.cli}-desktop`]: `${brand.name} for desktop`,
  [`${brand.cli}-cli`]: `${brand.name} command line`,
} as const
const systems: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' }

/** The `user-agent` header of one of our programs, on a system that Node calls `platform`. */
export const agentOf = (program: 'desktop' | 'cli', platform: string): string =>
  `${brand.cli}-${program} (${systems[platform] ?? 'another system'})`

/** The program and the system in such a header; undefined for any other header. */
export const ownProgramIn = (agent: string): { program: string; system: string } | undefined => {
  const [, word = '', system = ''] = /^([a-z-]+) \(([A-Za-z ]{1,20})\)$/.exec(agent) ?? []
  const program = (programs as Readonly<Record<string, string>>)[word]
  return program === undefined ? undefined : { program, system }
}
