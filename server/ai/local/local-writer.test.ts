import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contract, SUGGESTED_TASKS_MAX, TASK_TEXT_MAX, TASK_TITLE_MAX } from '#shared/contract/index.ts'
import { skillCatalogue } from '#shared/rules/skill-catalogue.ts'
import { createLocalWriter } from './local-writer.ts'
import { plans } from './plans.ts'

/** The number of random texts; a long run sets a higher one (scripts/test-long.mjs). */
const RUNS = Number(process.env['GUILDHALL_PROPERTY_RUNS'] ?? 150)

const writer = createLocalWriter({ now: () => new Date('2026-11-21T09:00:00Z') })
const later = createLocalWriter({ now: () => new Date('2027-08-01T00:00:00Z') })
const bakery =
  'We run a small bakery in Porto and want a website where people order bread for pickup the next morning, pay by ' +
  'MB Way, in Portuguese and English. Budget $2,400, ready by the end of February.'

type Brief = Parameters<typeof writer.suggestTasks>[0]
const briefOf = (title: string, more: Partial<Brief> = {}): Brief => ({
  title,
  description: '',
  skills: '',
  deliverables: '',
  estimatedDeadline: '',
  budget: '',
  weeklyHours: 0,
  existingTitles: [],
  ...more,
})
const suggested = async (title: string, more: Partial<Brief> = {}, max = 20) =>
  (await writer.suggestTasks(briefOf(title, more), max)).map((task) => task.title)

describe('a project', () => {
  test('[DEMO-16] only what is certain is filled in; the text stays as it was typed, and the title is left to the person', async () => {
    expect(await writer.writeProject(bakery)).toEqual({
      title: '',
      description: bakery,
      requiredSkills: [],
      complexity: 'white',
      estimatedDeadline: '2027-02-28',
      budget: '2400',
      weeklyHours: 0,
      deliverables: '',
      tags: '',
    })
  })

  test('[DEMO-15] the same prompt always gives the same project, task and suggestions', async () => {
    expect(await writer.writeProject(bakery)).toEqual(await writer.writeProject(bakery))
    expect(await writer.writeTask(bakery)).toEqual(await writer.writeTask(bakery))
    expect(await suggested('Website')).toEqual(await suggested('Website'))
    // This prompt names a full date, so that its result does not depend on today's date.
    const timeless = 'A chess club website with a calendar, by 2028-01-31'
    expect(await later.writeProject(timeless)).toEqual(await writer.writeProject(timeless))
  })

  test.each([
    ['a shop, $3,000', '3000'],
    ['a shop. Budget: 750', '750'],
    ['a shop, €1,500 at most', '€1500'],
    ['our budget is 2.5k euros', '€2500'],
    ['a $500 budget', '500'],
    ['We raised $20,000 last year. Budget of £900', '£900'],
    ['a shop, $40 per hour', ''],
    ['Budget: $2,000-3,000', ''],
    ['cakes, $20, bread, $5', ''],
    ['We sold bread for $5 and raised $20,000 last year', ''],
    ['R$ 500 budget', ''],
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
    ['a shop by 25/12/2026', '2026-12-25'],
    ['a shop within 6 weeks', '2027-01-02'],
    ['a shop by end of February', '2027-02-28'],
    ['a shop, due 03/04/2027', ''],
    ['a shop by March', ''],
    ['a shop by February 30', ''],
    ['The fair is on 12 May 2027', ''],
    ['founded before 2019-01-01', ''],
    ['a shop by March 3 or by April 4', ''],
    ['a shop someday', ''],
  ])('[DEMO-16] the deadline in %j reads %j', async (prompt, deadline) => {
    expect((await writer.writeProject(prompt)).estimatedDeadline).toBe(deadline)
  })

  test.each([
    ['a shop, 8 hours a week', 8],
    ['a shop, 20h per week', 20],
    ['a shop, 10-15 hrs/week', 0],
    ['a shop that is open 40 hours a week', 0],
    ['a shop that opens 12 hours', 0],
    ['a shop, 900 hours weekly', 0],
  ])('[DEMO-16] the weekly hours in %j are %d', async (prompt, hours) => {
    expect((await writer.writeProject(prompt)).weeklyHours).toBe(hours)
  })

  test.each([
    ['using React Native and Postgres', ['React Native', 'PostgreSQL']],
    ['TypeScript, Vue and node.js', ['TypeScript', 'Vue', 'Node.js']],
    ['C++ and C#, and .NET', ['C++', 'C#', '.NET']],
    ['Skills: writing, translation, figma', ['Writing', 'Translation', 'Figma']],
    ['Our translation office needs an Excel sheet', []],
    ['Swift delivery of bread in Spring. Go live soon, we react to it', []],
  ])('[DEMO-16] the skills in %j are %j', async (prompt, skills) => {
    expect((await writer.writeProject(prompt)).requiredSkills).toEqual(skills)
  })
})

describe('tasks', () => {
  test.each([
    ['Bakery website', bakery, '', 'Website'],
    ['Recipe app for students', 'With a shopping list', 'React Native', 'Mobile app'],
    ['Website for our photography club', '', '', 'Website'],
    ['Bookkeeping for our video agency', '', '', 'Accounts and bookkeeping'],
    ['Clean up our member list', '1,200 rows with duplicates', 'Excel', 'Data cleaning'],
    ['Translate our handbook', 'English to German', 'Translation', 'Translation'],
    ['Move from Jira', 'Migrate 5,000 tickets to another tool', '', 'System or data migration'],
    ['Check our site for accessibility', '', 'Accessibility', 'Accessibility check'],
    ['Summer festival', '', '', 'Event'],
  ])('[DEMO-16] [WIRE2-46] %j gets tasks of the written plan for it', async (title, description, skills, name) => {
    const plan = plans.find((one) => one.name === name)
    expect(plan).toBeDefined()
    expect(await suggested(title, { description, skills })).toEqual(plan?.tasks.map((task) => task.title))
  })

  test.each([
    ['Something', 'Something nice'],
    ['Yoga', 'We run yoga courses'],
    ['Übersetzung unserer Satzung', ''],
    ['Help', 'Our video agency needs help', 'React'],
  ])('[DEMO-16] nothing is suggested for %j, which no plan fits', async (title, description, skills = '') => {
    expect(await suggested(title, { description, skills })).toEqual([])
  })

  test('[DEMO-16] a task that the project has already is not suggested again', async () => {
    const all = await suggested('Website')
    const existingTitles = [all[0]?.toUpperCase() ?? '', 'Something else']
    expect(await suggested('Website', { existingTitles })).toEqual(all.slice(1))
    expect(await suggested('Website', {}, 2)).toEqual(all.slice(0, 2))
  })

  test('[DEMO-16] a task takes its first sentence as title and the rest as description, word for word', async () => {
    const text = 'Fix the tide table.\nIt shows the wrong harbour. See below.'
    expect(await writer.writeTask(text)).toEqual({
      title: 'Fix the tide table',
      description: 'It shows the wrong harbour. See below.',
    })
    expect(await writer.writeTask('fix login')).toEqual({ title: 'fix login', description: 'fix login' })
    expect((await writer.writeTask('word '.repeat(80))).title).toBe('')
  })

  test('[DEMO-16] a description becomes a list when that is asked, and stays as it is otherwise', async () => {
    const task = { title: 'Add login', description: 'Users must log in. They use a code.\n- It expires.' }
    expect(await writer.enhance(task, 'as a checklist')).toBe('- Users must log in.\n- They use a code.\n- It expires.')
    expect(await writer.enhance(task, 'shorter and nicer')).toBe(task.description)
  })
})

test('every written plan has what a project needs: 5 to 10 tasks, each with hours and lines of ‘Done when’', () => {
  const task = contract.ai.suggestTasks.response.shape.data.shape.tasks.element
  expect(plans.length).toBeGreaterThanOrEqual(40)
  expect(new Set(plans.map(({ name }) => name)).size).toBe(plans.length)
  for (const plan of plans) {
    expect(plan.words.length, plan.name).toBeGreaterThan(0)
    expect(plan.tasks.length, plan.name).toBeGreaterThanOrEqual(5)
    expect(plan.tasks.length, plan.name).toBeLessThanOrEqual(10)
    expect(new Set(plan.tasks.map(({ title }) => title)).size, plan.name).toBe(plan.tasks.length)
    for (const { hours, ...rest } of plan.tasks) {
      expect(rest.doneWhen.length, rest.title).toBeGreaterThan(0)
      expect(() => task.parse({ ...rest, estimateHours: hours }), rest.title).not.toThrow()
    }
    const unknown = plan.skills.filter((skill) => !skillCatalogue.includes(skill))
    expect(unknown, plan.name).toEqual([])
  }
})

test(
  'any text gives results that fit the contract, in little time',
  async () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
      fc.string({
        unit: fc.constantFrom(
          ' for',
          ' by',
          ' a',
          ', ',
          '$',
          '1',
          '9k',
          '\n',
          ' and',
          '-',
          '.',
          'x',
          ' budget',
          ' web',
        ),
        minLength: 1,
        maxLength: 900,
      }),
    )
    // The first call of each also compiles it.
    await writer.writeProject(bakery)
    await writer.writeTask(bakery)
    await suggested(bakery)
    await fc.assert(
      fc.asyncProperty(
        noise.map((text) => text.trim() || 'x'),
        fc.integer({ min: 1, max: SUGGESTED_TASKS_MAX }),
        async (prompt, max) => {
          // The limit is on processor time, because a busy machine would make any text take long by the clock.
          const start = process.cpuUsage()
          const project = await writer.writeProject(prompt)
          const task = await writer.writeTask(prompt)
          const tasks = await writer.suggestTasks(briefOf(prompt, { description: prompt }), max)
          const { user, system } = process.cpuUsage(start)
          expect((user + system) / 1_000).toBeLessThan(1_000)
          expect(project.description).toBe(prompt)
          expect(project.budget.length).toBeLessThanOrEqual(100)
          expect(tasks.length).toBeLessThanOrEqual(max)
          expect(task.title.length).toBeLessThanOrEqual(TASK_TITLE_MAX)
          expect(task.description.length).toBeGreaterThan(0)
          expect(task.description.length).toBeLessThanOrEqual(TASK_TEXT_MAX)
        },
      ),
      { numRuns: RUNS },
    )
  },
  20_000 + RUNS * 50,
)
