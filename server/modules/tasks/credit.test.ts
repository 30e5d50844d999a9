import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tiers } from '#shared/contract/index.ts'
import { creditAfter, creditLines, creditOf } from './credit.ts'

const people = ['owner', 'admin', 'member', 'other'] as const
const LIMIT = 2
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ task: fc.nat(3), by: fc.nat(1), status: fc.constantFrom(2, 4, 4) }) },
  { weight: 2, arbitrary: fc.record({ task: fc.nat(3), by: fc.nat(1), assignee: fc.option(fc.nat(3)) }) },
  { weight: 1, arbitrary: fc.record({ task: fc.nat(3), tier: fc.constantFrom(...tiers) }) },
  { weight: 2, arbitrary: fc.record({ task: fc.nat(3), trash: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant('night' as const) },
)
type Line = { userID: string; taskID: string; delta: number; rule: string; day: number }

type History = Parameters<typeof creditAfter>[0] & { isDeleted: boolean }

/** Plays a history and returns the tasks and lines that it leaves; the project may credit a person LIMIT tasks a day. */
const play = (steps: ReadonlyArray<typeof step extends fc.Arbitrary<infer Step> ? Step : never>) => {
  const tasks = [0, 1, 2, 3].map((at): History => ({
    id: String(at),
    project_id: 'p',
    tier: 'basic',
    status: at === 3 ? 4 : 1,
    created_completed: at === 3,
    assigned_to_id: people[at] ?? null,
    credited_reputation: 0,
    isDeleted: false,
  }))
  const lines: Line[] = []
  let day = 0
  const cause = (rule: 'completed' | 'reopened' | 'reassigned' | 'deleted' | 'restored') => ({ rule, eventID: rule })
  const write = (made: ReturnType<typeof creditLines>) => lines.push(...made.map((line) => ({ ...line, day })))
  for (const act of steps) {
    if (act === 'night') {
      day += 1
      continue
    }
    const task = tasks[act.task]
    if (!task) continue
    if ('trash' in act) {
      if (act.trash === task.isDeleted) continue
      task.isDeleted = act.trash
      const credit = creditOf(task)
      if (act.trash) write(creditLines(task, { before: credit, after: null }, { taken: cause('deleted') }))
      else write(creditLines(task, { before: null, after: credit }, { given: cause('restored') }))
      continue
    }
    if (task.isDeleted) continue
    if ('tier' in act) {
      task.tier = act.tier
      continue
    }
    const assignee = 'assignee' in act ? (act.assignee === null ? null : (people[act.assignee] ?? null)) : undefined
    const after = {
      status: 'status' in act ? act.status : task.status,
      assignedToID: assignee === undefined ? task.assigned_to_id : assignee,
    }
    const today = lines.filter((line) => line.rule === 'completed' && line.day === day && line.taskID !== task.id)
    const credited = new Set(today.filter(({ userID }) => userID === after.assignedToID).map(({ taskID }) => taskID))
    const whyNot = after.assignedToID === 'owner' ? 'owner' : credited.size >= LIMIT ? 'limit' : null
    const change = creditAfter(task, after, people[act.by] ?? 'owner', whyNot)
    const taken = cause(after.status === task.status ? 'reassigned' : 'reopened')
    write(creditLines(task, change, { taken, given: cause('completed') }))
    Object.assign(task, {
      status: after.status,
      assigned_to_id: after.assignedToID,
      credited_reputation: change.after?.amount ?? 0,
    })
  }
  return { tasks, lines }
}

test('[REP-06] after every one of 10,000 random histories people have what their completed tasks gave, line by line', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { tasks, lines } = play(steps)
      for (const person of people) {
        const own = lines.filter(({ userID }) => userID === person)
        const held = tasks.filter(({ assigned_to_id, isDeleted }) => assigned_to_id === person && !isDeleted)
        expect(own.reduce((sum, { delta }) => sum + delta, 0)).toBe(
          held.reduce((sum, { credited_reputation }) => sum + credited_reputation, 0),
        )
        for (const { day } of own) {
          const given = own.filter((line) => line.day === day && line.rule === 'completed')
          expect(new Set(given.map(({ taskID }) => taskID)).size).toBeLessThanOrEqual(LIMIT)
        }
      }
      // Owners and tasks that were created as Completed earn nothing, and a task without its status has given nothing.
      expect(lines.filter(({ userID, taskID }) => userID === 'owner' || taskID === '3')).toEqual([])
      expect(tasks.filter(({ status, credited_reputation }) => status !== 4 && credited_reputation > 0)).toEqual([])
    }),
    { numRuns: 10_000 },
  )
}, 60_000)
