import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SUGGESTED_TASKS_MAX, TASK_TEXT_MAX, TASK_TITLE_MAX } from '../../../shared/contract/index.ts'
import { createLocalWriter } from './local-writer.ts'

/** The number of random texts; a long run sets a higher one (scripts/test-long.mjs). */
const RUNS = Number(process.env['GUILDHALL_PROPERTY_RUNS'] ?? 150)

const writer = createLocalWriter({ now: () => new Date('2026-11-21T09:00:00Z') })
const later = createLocalWriter({ now: () => new Date('2027-08-01T00:00:00Z') })
const recipes =
  'I want to build a recipe app for students with a shopping list, allergy filters and offline mode using React Native ' +
  'and Postgres. Budget $3000, by March 3, 8 hours a week.'

const briefOf = async (prompt: string, existingTitles: string[] = []) => {
  const { requiredSkills, ...project } = await writer.writeProject(prompt)
  return { ...project, skills: requiredSkills.join(', '), existingTitles }
}

describe('a project', () => {
  test('[DEMO-16] a project is made of the prompt’s own nouns, skills, numbers and dates', async () => {
    const project = await writer.writeProject(recipes)
    expect(project).toMatchObject({
      title: 'Recipe app for students',
      requiredSkills: ['React Native', 'PostgreSQL'],
      estimatedDeadline: '2027-03-03',
      budget: '3000',
      weeklyHours: 8,
      complexity: 'medium',
      tags: 'recipe, app, students, react native, postgresql',
    })
    expect(project.deliverables.split('\n').slice(0, 3)).toEqual(['Shopping list', 'Allergy filters', 'Offline mode'])
    for (const word of ['recipe app', 'Allergy filters', '8 hours a week', '$3,000'])
      expect(project.description).toContain(word)
  })

  test('[DEMO-15] the same prompt always gives the same project, task and suggestions', async () => {
    expect(await writer.writeProject(recipes)).toEqual(await writer.writeProject(recipes))
    expect(await writer.writeTask(recipes)).toEqual(await writer.writeTask(recipes))
    const brief = await briefOf(recipes)
    expect(await writer.suggestTasks(brief, 5)).toEqual(await writer.suggestTasks(brief, 5))
    // This prompt names a full date, so that its result does not depend on today's date.
    const timeless = 'A chess club website with a calendar, by 2028-01-31'
    expect(await later.writeProject(timeless)).toEqual(await writer.writeProject(timeless))
  })

  test.each([
    ['a shop, $3,000', '3000'],
    ['a shop for 2.5k dollars', '2500'],
    ['a shop. Budget: 750', '750'],
    ['a shop, €1,500 at most', '€1500'],
    ['a shop, $40 per hour', ''],
    ['a shop with 300 products', ''],
  ])('[DEMO-16] the budget in %j reads %j', async (prompt, budget) => {
    expect((await writer.writeProject(prompt)).budget).toBe(budget)
  })

  test.each([
    ['a shop by March 3', '2027-03-03'],
    ['a shop by December 1st', '2026-12-01'],
    ['a shop before the 5th of November', '2027-11-05'],
    ['a shop, due 2027-02-28', '2027-02-28'],
    ['a shop, due 03-04-2027', '2027-04-03'],
    ['a shop within 6 weeks', '2027-01-02'],
    ['a shop by end of February', '2027-02-28'],
    ['a shop by February 30', ''],
    ['a shop someday', ''],
  ])('[DEMO-16] the deadline in %j reads %j', async (prompt, deadline) => {
    expect((await writer.writeProject(prompt)).estimatedDeadline).toBe(deadline)
  })

  test.each([
    ['a shop, 8 hours a week', 8],
    ['a shop, 10-15 hrs/week', 15],
    ['a shop, 20h per week', 20],
    ['a shop that opens 12 hours', 0],
    ['a shop, 900 hours weekly', 168],
  ])('[DEMO-16] the weekly hours in %j are %d', async (prompt, hours) => {
    expect((await writer.writeProject(prompt)).weeklyHours).toBe(hours)
  })

  test('[DEMO-16] a prompt in another script keeps its own words', async () => {
    const { title, deliverables } = await writer.writeProject('为学校食堂做一个菜单应用')
    expect(title).toBe('为学校食堂做一个菜单应用')
    expect(deliverables).toContain('为学校食堂做一个菜单应用')
  })
})

describe('tasks', () => {
  test('[DEMO-16] [WIRE2-46] suggestions fit the project: its parts, its deadline and its budget to the dollar', async () => {
    const tasks = await writer.suggestTasks(await briefOf(recipes), 5)
    expect(tasks.map(({ title }) => title)).toEqual([
      'Agree on the scope of “Recipe app for students”',
      'Build shopping list',
      'Build allergy filters',
      'Build offline mode',
      'Hand over “Recipe app for students”',
    ])
    const due = tasks.map(({ description }) => /Due by (\w{3} \d+, \d{4}),/.exec(description)?.[1] ?? '')
    const times = due.map((day) => Date.parse(day))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(due.at(-1)).toBe('Mar 3, 2027')
    const shares = tasks.map(({ description }) => Number(/about \$(\d+) of the budget/.exec(description)?.[1]))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(3000)
  })

  test('[DEMO-16] a task that the project has already is not suggested again', async () => {
    const first = await writer.suggestTasks(await briefOf(recipes), 5)
    const titles = first.map(({ title }) => title)
    const second = await writer.suggestTasks(await briefOf(recipes, titles), 5)
    expect(second.map(({ title }) => title).filter((title) => titles.includes(title))).toEqual([])
  })

  test('[DEMO-16] a task keeps its verb, and its conditions become the list under "Done when"', async () => {
    const task = await writer.writeTask(
      'Please fix the login page so that the error shows, and write a test by December 12',
    )
    expect(task.title).toBe('Fix the login page')
    expect(task.description).toContain('- Error shows\n- Write a test')
    expect(task.description).toContain('due by Dec 12, 2026')
  })

  test('[DEMO-16] a description is rewritten as asked: shorter, as a list, with the additions', async () => {
    const task = {
      title: 'Add login',
      description: 'Users must log in. They use a code. It comes by mail. It expires.',
    }
    const shorter = await writer.enhance(task, 'Make it shorter and mention that the code expires after 10 minutes')
    expect(shorter).toBe('Users must log in. They use a code.\n\nAlso asked for:\n- Code expires after 10 minutes')
    expect(await writer.enhance(task, 'as a checklist')).toContain('- Users must log in\n- They use a code\n')
    // A checklist made of the generator's own text has one heading and names each point once.
    const written = await writer.writeTask('send a reminder two days before')
    const checklist = await writer.enhance(written, 'as a checklist')
    expect(checklist.match(/Done when:/g)).toHaveLength(1)
    expect(checklist).not.toContain('- Done when')
  })

  test('[DEMO-16] generated text reads as people write: capitals, no time as a part, no project as a part of itself', async () => {
    const written = await writer.writeTask('fix login.')
    expect(written.description).toMatch(/^Fix login\./)
    const timed = await writer.writeProject('Booking page for our rowing club in React. Budget 8k, two months')
    expect(timed).toMatchObject({ budget: '8000' })
    expect(timed.deliverables).not.toMatch(/two months/i)
    expect(timed.estimatedDeadline).not.toBe('')
    const german = await writer.writeProject('Wir brauchen eine Buchungsseite für den Ruderclub, bis Weihnachten.')
    expect(german.title).toBe('Buchungsseite für den Ruderclub')
    expect(german.deliverables).not.toMatch(/weihnachten/i)
    const rowing = 'Booking page for our rowing club in React'
    const [, work] = await writer.suggestTasks(await briefOf(rowing), 5)
    expect(work?.description).not.toContain(`${rowing}, as “${rowing}”`)
  })
})

test(
  'any text gives results that fit the contract, in little time',
  async () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
      fc.string({
        unit: fc.constantFrom(' for', ' by', ' a', ', ', '$', '1', '9k', '\n', ' and', '-', '.', 'x'),
        minLength: 1,
        maxLength: 900,
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        noise.map((text) => text.trim() || 'x'),
        fc.integer({ min: 1, max: SUGGESTED_TASKS_MAX }),
        async (prompt, max) => {
          // The limit is on processor time, because a busy machine would make any text take long by the clock.
          const start = process.cpuUsage()
          const project = await writer.writeProject(prompt)
          const task = await writer.writeTask(prompt)
          const tasks = await writer.suggestTasks(await briefOf(prompt), max)
          const { user, system } = process.cpuUsage(start)
          expect((user + system) / 1_000).toBeLessThan(1_000)
          expect(project.title.length).toBeLessThanOrEqual(TASK_TITLE_MAX)
          expect(project.budget.length).toBeLessThanOrEqual(100)
          expect(tasks.length).toBeGreaterThanOrEqual(1)
          expect(tasks.length).toBeLessThanOrEqual(max)
          for (const { title, description } of [task, ...tasks]) {
            expect(title.trim().length).toBeGreaterThan(0)
            expect(title.length).toBeLessThanOrEqual(TASK_TITLE_MAX)
            expect(description.length).toBeLessThanOrEqual(TASK_TEXT_MAX)
          }
        },
      ),
      { numRuns: RUNS },
    )
  },
  20_000 + RUNS * 50,
)
