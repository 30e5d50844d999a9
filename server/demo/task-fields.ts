import { generateNKeysBetween } from 'fractional-indexing'
import { v7 as uuidv7 } from 'uuid'
import type { LabelColour } from '#shared/contract/index.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { createRandom } from './random.ts'
import { DAY, type Stage } from './stage.ts'

const labels: ReadonlyArray<{ name: string; colour: LabelColour }> = [
  { name: 'Design', colour: 'violet' },
  { name: 'Content', colour: 'amber' },
  { name: 'Bug', colour: 'red' },
  { name: 'Quick win', colour: 'green' },
]
/** The highest label number of a demo project that has labels. */
export const LAST_LABEL = labels.length

const lines = [
  'Somebody else has looked at it',
  'It works on a phone',
  'The text is proofread',
  'It is in the shared folder',
  'The client has seen it',
]

const templates = [
  {
    name: 'Bug',
    title: 'Mend a fault',
    description: 'What happens, and what should happen instead.\n\nHow to see it:',
    priority: 3,
    estimate_hours: 2,
    label_ids: [3],
    done_when: ['The steps above do what they should', 'Somebody else has looked at it'],
  },
  {
    name: 'Text for the site',
    title: 'Write a text',
    description: 'For whom it is, what they should know afterwards, and where it will stand.',
    priority: 0,
    estimate_hours: 4,
    label_ids: [2],
    done_when: ['The text is proofread', 'The client has seen it'],
  },
]

type Row = Stage['tasks'][number]
const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
const timeOf = ({ updated_at }: Row): number => (updated_at as Date).getTime()

/** Orders each column by what was changed last, as the board showed it before cards had places. */
const rank = (stage: Stage): void => {
  const columns = grouped(stage.tasks, ({ project_id, status }) => `${project_id} ${String(status)}`)
  for (const column of columns.values()) {
    const ranks = generateNKeysBetween(null, null, column.length)
    column.toSorted((a, b) => timeOf(b) - timeOf(a)).forEach((task, place) => (task.rank = ranks[place] ?? ''))
  }
}

/**
 * Gives projects with a team labels and templates, and some of their tasks due dates, priorities, labels, estimates and
 * lines. Has its own random numbers, so that the rest of the world stays the same.
 */
export const addTaskFields = (stage: Stage): void => {
  const random = createRandom(20_261_122)
  const ofTemplates = createRandom(20_261_123)
  const dayFromNow = (days: number) => new Date(stage.now.getTime() + days * DAY).toISOString().slice(0, 10)
  const members = grouped(stage.memberships, ({ project_id }) => project_id)
  for (const [project_id, team] of members) {
    if (team.length < 2) continue
    for (const template of templates) {
      const id = uuidv7({ msecs: stage.now.getTime(), random: ofTemplates.bytes(16) })
      stage.templates.push({ id, project_id, ...template })
    }
    stage.labels.push(...labels.map((label, at) => ({ project_id, id: at + 1, ...label })))
    for (const task of stage.tasks.filter((one) => one.project_id === project_id)) {
      const isDone = task.status === taskStatus.completed
      if (random.next() < 0.5) task.due_on = dayFromNow(random.between(isDone ? -30 : -4, isDone ? -1 : 20))
      if (random.next() < 0.4) task.priority = random.between(1, 4)
      if (random.next() < 0.6)
        task.label_ids = random.sample([1, 2, 3, 4], random.between(1, 2)).toSorted((a, b) => a - b)
      if (random.next() < 0.4) task.estimate_hours = random.between(2, 24) / 2
      if (random.next() < 0.4)
        task.done_when = JSON.stringify(
          random.sample(lines, random.between(2, 4)).map((text) => ({
            id: uuidv7({ msecs: timeOf(task), random: random.bytes(16) }),
            text,
            isDone: isDone || (task.status !== taskStatus.assigned && random.next() < 0.5),
          })),
        )
    }
  }
  rank(stage)
}
