import type { WrittenProject } from '../writer.ts'
import { type Reading, readPrompt, shorten, unique, wordsOf } from './read-prompt.ts'
import { fillers } from './vocabulary.ts'

const TITLE_LENGTH = 90
const TAGS_MAX = 8

/** Writes a whole project from a prompt. */
export const writeProject = (prompt: string, now: Date): WrittenProject => {
  const reading = readPrompt(prompt, now)
  return {
    title: shorten(reading.subject, TITLE_LENGTH),
    description: describe(reading),
    requiredSkills: reading.skills,
    complexity: reading.complexity,
    estimatedDeadline: reading.deadline,
    budget: reading.budget,
    weeklyHours: reading.weeklyHours,
    deliverables: deliverablesOf(reading).join('\n'),
    tags: tagsOf(reading).join(', '),
  }
}

const describe = (reading: Reading): string => {
  const { subject, features, skills } = reading
  const paragraphs = [`What is wanted: ${decapitalise(subject)}.`]
  if (features.length > 0) paragraphs.push(`What belongs to it:\n${bullets(features)}`)
  if (skills.length > 0) paragraphs.push(`Skills for the work: ${inWords(skills)}.`)
  const terms = termsOf(reading)
  if (terms) paragraphs.push(terms)
  return paragraphs.join('\n\n')
}

/** One sentence with the figures that the prompt named; empty when it named none. */
export const termsOf = (figures: Pick<Reading, 'weeklyHours' | 'deadline' | 'budget'>): string => {
  const { weeklyHours, deadline, budget } = figures
  const parts = [
    ...(weeklyHours > 0 ? [`${weeklyHours} hours a week`] : []),
    ...(deadline ? [`due by ${dayInWords(deadline)}`] : []),
    ...(budget ? [`a budget of ${money(budget)}`] : []),
  ]
  return parts.length > 0 ? `Terms: ${parts.join(', ')}.` : ''
}

/** A day written as everywhere else in the product: 'Mar 31, 2027'. */
export const dayInWords = (day: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) ? shortDay.format(new Date(`${day}T00:00:00Z`)) : day
const shortDay = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** '3000' with its currency sign and separators; a text that is not a plain number stays as it is. */
export const money = (budget: string): string => {
  const [, sign, digits] = /^([€£$]?)\s?(\d+(?:\.\d+)?)$/.exec(budget) ?? []
  return digits === undefined ? budget : `${sign || '$'}${Number(digits).toLocaleString('en-US')}`
}

/** The last deliverable of every project, by its kind. */
export const lastDeliverable: Readonly<Record<Reading['kind'], string>> = {
  software: 'Tests and a short handover note',
  design: 'Source files in an editable format',
  writing: 'A proofread final version',
  data: 'The data and the method, documented',
  other: 'A short handover note',
}

const deliverablesOf = ({ subject, features, kind }: Reading): string[] => [
  ...(features.length > 0 ? features : [subject]),
  lastDeliverable[kind],
]

const tagsOf = ({ subject, skills }: Reading): string[] =>
  unique([
    ...wordsOf(subject).filter((word) => word.length > 2 && !fillers.has(word)),
    ...skills.map((s) => s.toLowerCase()),
  ])
    .filter((tag) => tag.length <= 40)
    .slice(0, TAGS_MAX)

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

export const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Makes the first letter small, for use within a sentence; names in capitals stay. */
export const decapitalise = (text: string): string =>
  /^\p{Lu}[\p{Ll}'’-]*(?=\s|$)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
