import { type Figures, readFigures } from './read-figures.ts'
import { fillers, type Kind, properSkillNames, skillAliases, skillNames, things } from './vocabulary.ts'

/** The meaning of a prompt, as far as its words show it. */
export type Reading = Omit<Figures, 'rest'> & {
  /** The thing asked for, without "I want to build a": 'Recipe app for students'. */
  subject: string
  /** The things it has or does, each a short phrase from the prompt. */
  features: string[]
  /** The skills that the prompt names, else those that such a thing needs. */
  skills: string[]
  kind: Kind
  complexity: 'hard' | 'medium' | 'easy' | 'white'
}

const FEATURES_MAX = 12
const FEATURE_LENGTH = 120
const SUBJECT_LENGTH = 90

/** Matches the words before the thing itself. */
const OPENING =
  /^(?:(?:hi|hello|hey|there|please|i|we|i'd|we'd|i’d|we’d|i'm|we're|am|are|our|team|my|want|wants|need|needs|would|like|love|looking|to|for|someone|somebody|people|help|us|me|with|can|could|you|should|be|is|must|build|create|make|develop|building|creating|making|developing|project|an?|the|some|have|get|it|wir|ich|brauchen?|suchen?|möchten?|wollen|bitte|eine?[nmrs]?|unsere?|für)\s+)*/i

const BOUNDARY =
  /[.,;:!?\n•]+(?=\s|$)|\n|\s-\s|\s+(?=(?:with|using|including|includes|featuring|that|which|where|who|so that|because|should|must|needs to|has to|plus|and also)\s)/i
const FEATURE_OPENING =
  /^(?:(?:and|also|plus|with|using|including|includes|include|featuring|features?|that|which|where|who|so|because|it|they|we|there|should|must|needs?|has|have|to|can|will|be|is|are|lets?|allows?|an?|the|written|made|built|done|done|in|on|by|before|due|deadline|budget|for|at|of)\s+)*/i

/**
 * Matches a time that could not be read as a date, such as 'Bis Weihnachten' or 'As soon as possible'; it is not part
 * of the work.
 */
const WHEN = /^(?:bis|until|till|before|by|vor|asap|as soon as|as quickly as|sobald|so bald|ab)(?:\s|$)/i

/** Reads a prompt; the same text always gives the same reading on the same day. */
export const readPrompt = (prompt: string, now: Date): Reading => {
  const { rest, ...figures } = readFigures(` ${prompt.replace(/[^\S\n]+/g, ' ')} `, now)
  const clauses = rest
    .split(BOUNDARY)
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
  const named = namedSkills(prompt)
  const first = clauses.findIndex((clause) => stripped(clause, OPENING) !== '')
  const opening = clauses[first] ?? prompt.trim()
  const subject = sentence(shorten(stripped(opening, OPENING) || opening, SUBJECT_LENGTH))
  const features = unique(
    clauses
      .slice(first + 1)
      .flatMap((clause) => clause.split(/\s+and\s+|\s*&\s*/i))
      .map((part) => sentence(shorten(stripped(part, FEATURE_OPENING), FEATURE_LENGTH)))
      .filter((feature) => saysSomething(feature, named) && !WHEN.test(feature)),
  ).filter((feature) => feature.toLowerCase() !== subject.toLowerCase())
  const thing = thingOf(subject) ?? thingOf(prompt)
  const skills = named.length > 0 ? named : [...(thing?.skills ?? [])]
  const read = {
    ...figures,
    subject,
    features: features.slice(0, FEATURES_MAX),
    skills,
    kind: kindOf(thing?.kind, named),
  }
  return { ...read, complexity: complexityOf(prompt, read) }
}

const stripped = (text: string, opening: RegExp): string =>
  `${text} `
    .replace(opening, '')
    .trim()
    .replace(/^[-*•]\s*/, '')
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Shortens a text at the end of a word. */
export const shorten = (text: string, max: number): string => {
  if (text.length <= max) return text
  const cut = text.slice(0, max + 1)
  const at = cut.lastIndexOf(' ')
  return (at > max / 2 ? cut.slice(0, at) : [...text].slice(0, max - 1).join('')).replace(/[,;:\s]+$/, '')
}

/** Removes repeats regardless of letter case; the first spelling keeps its place. */
export const unique = (texts: readonly string[]): string[] => {
  const seen = new Map<string, string>()
  for (const text of texts) if (!seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text)
  return [...seen.values()]
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}+#.'’-]*[\p{L}\p{N}+#]/gu) ?? []

/** False for a phrase that only lists skills or has only filler words. */
const saysSomething = (feature: string, skills: readonly string[]): boolean => {
  const known = new Set(skills.flatMap((skill) => wordsOf(skill)).concat(Object.keys(skillAliases)))
  return wordsOf(feature).some((word) => !fillers.has(word) && !known.has(word) && !/^\d+$/.test(word))
}

const namedSkills = (prompt: string): string[] => {
  const found: Array<{ name: string; at: number }> = []
  const look = (name: string, pattern: string, flags: string) => {
    const at = new RegExp(`(?<![\\p{L}\\p{N}])${escape(pattern)}(?![\\p{L}\\p{N}+#])`, `u${flags}`).exec(prompt)?.index
    if (at !== undefined) found.push({ name, at })
  }
  const isProper = new Set(properSkillNames)
  for (const name of skillNames) if (!isProper.has(name)) look(name, name, 'i')
  // A single capital letter is not taken for a language: it may start a sentence, or stand in "vitamin C".
  for (const name of properSkillNames) if (name.length > 1) look(name, name, '')
  for (const [alias, name] of Object.entries(skillAliases)) look(name, alias, 'i')
  const inOrder = unique(found.sort((a, b) => a.at - b.at).map(({ name }) => name))
  // 'React' inside 'React Native' does not count as a skill of its own.
  return inOrder.filter((name) => !inOrder.some((other) => other !== name && isWithin(name, other, prompt)))
}

const isWithin = (name: string, other: string, prompt: string): boolean =>
  other.toLowerCase().includes(name.toLowerCase()) &&
  !prompt.toLowerCase().replaceAll(other.toLowerCase(), '').includes(name.toLowerCase())

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const thingOf = (text: string) => {
  const words = new Set(wordsOf(text))
  return things.find((thing) => thing.words.some((word) => words.has(word)))
}

const CRAFTS: ReadonlyArray<readonly [Kind, RegExp]> = [
  ['design', /design|illustration|branding|figma|animation|photo|video|typography/i],
  ['writing', /writing|editing|translation|proofreading|copy/i],
  ['data', /data|statistics|excel|tableau|research/i],
]

const kindOf = (thing: Kind | undefined, skills: readonly string[]): Kind => {
  if (thing) return thing
  if (skills.length === 0) return 'other'
  return CRAFTS.find(([, pattern]) => skills.every((skill) => pattern.test(skill)))?.[0] ?? 'software'
}

const HARD =
  /\b(?:complex|enterprise|scalable|real-?time|distributed|machine learning|high security|encrypted|advanced|difficult)\b/i
const EASY = /\b(?:simple|small|easy|quick|basic|little|tiny|minimal)\b/i

type Size = Pick<Reading, 'features' | 'skills' | 'budget' | 'weeklyHours'>
const complexityOf = (prompt: string, { features, skills, budget, weeklyHours }: Size): Reading['complexity'] => {
  if (HARD.test(prompt)) return 'hard'
  if (EASY.test(prompt)) return 'easy'
  const money = Number(budget.replace(/\D/g, '') || 0)
  const score =
    features.length + skills.length + (money >= 10_000 ? 4 : money >= 3_000 ? 2 : 0) + (weeklyHours >= 20 ? 2 : 0)
  if (score >= 10) return 'hard'
  if (score >= 5) return 'medium'
  return score >= 2 ? 'easy' : 'white'
}
