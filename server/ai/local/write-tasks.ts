import type { GeneratedTask } from '../../../shared/contract/index.ts'
import { splitAmount } from '../../../shared/rules/money.ts'
import { skillsList } from '../../../shared/rules/skills.ts'
import type { ProjectBrief } from '../writer.ts'
import { type Reading, readPrompt, shorten, unique, wordsOf } from './read-prompt.ts'
import { buildVerb, type Kind, verbs } from './vocabulary.ts'
import {
  bullets,
  capitalise,
  dayInWords,
  decapitalise,
  inWords,
  lastDeliverable,
  money,
  termsOf,
} from './write-project.ts'

const TITLE_LENGTH = 100
const DAY = 24 * 60 * 60 * 1000

/** Writes one task from a prompt. */
export const writeTask = (prompt: string, now: Date): GeneratedTask => {
  const reading = readPrompt(prompt, now)
  const { subject, features, skills, kind } = reading
  const paragraphs = [
    capitalise(asSentence(prompt.trim().replace(/\s+/g, ' '))),
    `Done when:\n${bullets([...(features.length > 0 ? features : [`${subject}: works as described`]), REVIEW[kind]])}`,
  ]
  if (skills.length > 0) paragraphs.push(`Useful skills: ${inWords(skills)}.`)
  const terms = termsOf(reading)
  if (terms) paragraphs.push(terms)
  return { title: withVerb(subjectOfTask(prompt, reading), kind), description: paragraphs.join('\n\n') }
}

/** A task keeps the verb of its prompt: 'Fix the login page', not 'The login page'. */
const subjectOfTask = (prompt: string, { subject }: Reading): string => {
  const said = /(?:^|\s)(\p{L}+)\s+(?:(?:an?|the|our|some)\s+)?$/iu.exec(beforeSubject(prompt, subject))?.[1]
  return said && verbs.has(said.toLowerCase()) ? `${capitalise(said.toLowerCase())} ${decapitalise(subject)}` : subject
}
const beforeSubject = (prompt: string, subject: string): string =>
  prompt.slice(0, Math.max(0, prompt.toLowerCase().indexOf(subject.toLowerCase().slice(0, 20))))

const asSentence = (text: string): string => (/[.!?。！？]$/u.test(text) ? text : `${text}.`)

/** Adds a verb to a phrase without one: 'Shopping list' becomes 'Build the shopping list'. */
const withVerb = (text: string, kind: Kind): string => {
  const [first = ''] = wordsOf(text)
  // Phrases in other scripts stay as they are, since their grammar differs.
  const isLatin = /^[\p{Script=Latin}\p{N}]/u.test(text)
  return shorten(
    verbs.has(first) || !isLatin ? capitalise(text) : `${buildVerb[kind]} ${decapitalise(text)}`,
    TITLE_LENGTH,
  )
}

const REVIEW: Readonly<Record<Kind, string>> = {
  software: 'Tests pass and somebody else has reviewed it',
  design: 'The owner has seen it and agrees',
  writing: 'It is proofread by somebody else',
  data: 'Somebody else can repeat it',
  other: 'Somebody else has reviewed it',
}
const CHECK: Readonly<Record<Kind, string>> = {
  software: 'Test',
  design: 'Review',
  writing: 'Proofread',
  data: 'Check',
  other: 'Review',
}

type Candidate = { title: string; about: string; done: string[] }

/**
 * Suggests tasks for a project from its own deliverables and words: agree on the scope, do each part, check, hand over.
 * When the project names a deadline or a budget, each task gets its share of the days and the money. Returns at least
 * one task and at most `max`.
 */
export const suggestTasks = (brief: ProjectBrief, max: number, now: Date): GeneratedTask[] => {
  const reading = readPrompt(`${brief.title}\n${withoutLabels(brief.description)}`, now)
  const skills = unique([...skillsList(brief.skills), ...(brief.skills ? [] : reading.skills)])
  const { kind } = reading
  const title = shorten(brief.title.trim() || reading.subject, 70)
  const closing = new Set<string>(Object.values(lastDeliverable))
  const parts = unique([...linesOf(brief.deliverables), ...reading.features]).filter((part) => !closing.has(part))
  const plan: Candidate = {
    title: `Agree on the scope of “${title}”`,
    about: `Settle what belongs to “${title}” and what does not, before the work starts.`,
    done: ['The scope is written down', ...parts.slice(0, 4).map((part) => `Agreed: ${decapitalise(part)}`)],
  }
  const building = parts.map((part, at) => ({
    title: withVerb(part, kind),
    about: aboutPart(part, title),
    done: [`${part}: finished`, REVIEW[kind], ...(skills[at] ? [`Made with ${skills[at]}`] : [])],
  }))
  const bySkill = skills.map((skill) => ({
    title: `Do the ${skill} work for “${title}”`,
    about: `The part of “${title}” that needs ${skill}.`,
    done: ['Its steps are listed in this task', REVIEW[kind]],
  }))
  const check = {
    title: `${CHECK[kind]} “${title}” with the people it is for`,
    about: `Find out whether “${title}” does what was asked for, and mend what does not.`,
    done: ['What was found is in the backlog', 'What was serious is mended'],
  }
  const handOver = {
    title: `Hand over “${title}”`,
    about: `Leave “${title}” so that its owner can go on alone.`,
    done: ['A short note says how it works', 'The owner has everything they need'],
  }
  const known = new Set(brief.existingTitles.map(plain))
  const isNew = (candidate: Candidate) => !known.has(plain(candidate.title))
  const middle = [...building, ...bySkill].filter(isNew)
  const ends = [check, handOver].filter(isNew)
  const start = [plan].filter(isNew).slice(0, max)
  const room = max - start.length
  // The work itself comes first; a separate task for checking is added only when there is room.
  const closingSteps = room >= middle.length + ends.length ? ends : ends.slice(-1)
  const work = middle.slice(0, Math.max(1, room - closingSteps.length))
  const chosen = [...start, ...work, ...closingSteps].slice(0, max)
  const all = chosen.length > 0 ? chosen : [{ ...check, title: `${CHECK[kind]} what is left of “${title}”` }]
  return withTerms(all, brief, reading, now)
}

/** When the project has only one part, that part is described as the whole work. */
const aboutPart = (part: string, title: string): string =>
  plain(part).startsWith(plain(title)) || plain(title).startsWith(plain(part))
    ? 'The work itself, from the first version to the one that is used.'
    : `One part of “${title}”: ${decapitalise(part)}.`

const plain = (title: string): string => wordsOf(title).join(' ')
const linesOf = (text: string): string[] =>
  text
    .split(/\n|;|,\s/)
    .map((line) => shorten(line.replace(/^\s*[-*•\d.)]+\s+/, '').trim(), TITLE_LENGTH))
    .filter((line) => line !== '')
/** Removes the labels of descriptions that this generator wrote, which tell nothing about the project. */
const withoutLabels = (description: string): string =>
  description.replace(/^(?:What is wanted|What belongs to it|Skills for the work|Terms):/gm, '')

/** Spreads the remaining time and the budget over the tasks. */
const withTerms = (tasks: readonly Candidate[], brief: ProjectBrief, reading: Reading, now: Date): GeneratedTask[] => {
  const end = Date.parse(brief.estimatedDeadline || reading.deadline)
  const budget = brief.budget || reading.budget
  const sign = /^[€£]/.exec(budget)?.[0] ?? ''
  const whole = Math.floor(Number(budget.replace(/^[€£$]\s?/, '').replaceAll(',', '')))
  const shares =
    whole > 0
      ? splitAmount(
          whole,
          tasks.map((_, at) => ({ userID: String(at), weight: 1 })),
        )
      : null
  const hours = brief.weeklyHours || reading.weeklyHours
  return tasks.map(({ title, about, done }, at) => {
    const due = end > now.getTime() ? dayAt(now, end, (at + 1) / tasks.length) : ''
    const share = shares?.[at]?.amountCents ?? 0
    const terms = [
      ...(due ? [`due by ${dayInWords(due)}`] : []),
      ...(share > 0 ? [`about ${money(`${sign}${share}`)} of the budget`] : []),
      ...(hours > 0 ? [`within ${hours} hours a week`] : []),
    ]
    const figures = terms.length > 0 ? `\n\n${capitalise(inWords(terms))}.` : ''
    return { title: shorten(title, TITLE_LENGTH), description: `${about}\n\nDone when:\n${bullets(done)}${figures}` }
  })
}

const dayAt = (now: Date, end: number, share: number): string => {
  const start = Math.floor(now.getTime() / DAY) * DAY
  return new Date(start + Math.round(((end - start) / DAY) * share) * DAY).toISOString().slice(0, 10)
}
