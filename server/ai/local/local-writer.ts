import { TASK_TITLE_MAX, type GeneratedTask } from '#shared/contract/index.ts'
import type { Clock } from '#server/deps.ts'
import { loadOnce } from '#server/util/load-once.ts'
import type { Writer } from '../writer.ts'
import { choosePlan } from './choose-plan.ts'
import { readFigures } from './read-figures.ts'
import { readSkills } from './read-skills.ts'

const loadPlans = loadOnce(async () => (await import('./plans.ts')).plans)

/**
 * Answers without a model and invents nothing: reads what a text names beyond doubt, keeps the text itself, and
 * suggests tasks of written plans. The same text gives the same answer on the same day; the clock matters only for days
 * without a year ("by March 3").
 */
export const createLocalWriter = (clock: Clock): Writer => ({
  source: 'local',
  writeProject: async (prompt) => {
    const { deadline, ...figures } = readFigures(prompt, clock.now())
    return {
      // What the project is called, delivers and asks of people is for a person to say.
      title: '',
      description: prompt,
      requiredSkills: readSkills(prompt),
      complexity: 'white',
      estimatedDeadline: deadline,
      ...figures,
      deliverables: '',
      tags: '',
    }
  },
  writeTask: async (prompt) => splitTask(prompt),
  suggestTasks: async (brief, max) => {
    const plan = choosePlan(await loadPlans(), brief)
    const known = new Set(brief.existingTitles.map(folded))
    return (plan?.tasks ?? [])
      .filter(({ title }) => !known.has(folded(title)))
      .slice(0, max)
      .map(({ title, description, doneWhen, hours }) => ({ title, description, doneWhen, estimateHours: hours }))
  },
  enhance: async ({ description }, request) => (AS_LIST.test(request) ? asList(description) : description),
})

const folded = (title: string): string => title.trim().replace(/\s+/gu, ' ').toLowerCase()

/** The first sentence or line is the title, the rest the description; a long first sentence leaves the title open. */
const splitTask = (prompt: string): GeneratedTask => {
  const text = prompt.trim()
  const end = /[.!?。！？](?=\s|$)|\n/u.exec(text)
  const first = text.slice(0, end?.index ?? text.length).trim()
  if (first.length === 0 || first.length > TASK_TITLE_MAX) return { title: '', description: text }
  const rest = text.slice((end?.index ?? text.length) + 1).trim()
  return { title: first.replace(/\s+/gu, ' '), description: rest || text }
}

const AS_LIST = /\b(?:list|checklist|bullets?|bullet points)\b/i

/** Its sentences, each a line of a list. */
const asList = (description: string): string =>
  description
    .split(/(?<=[.!?。！？])\s+|\n+/u)
    .map((sentence) => sentence.replace(/^[-*•]\s*/, '').trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => `- ${sentence}`)
    .join('\n')
