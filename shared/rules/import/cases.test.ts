import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dayOrderOfTable } from './columns.ts'
import { planOf } from './plan.ts'
import { readImport } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'
import { readWorkbook } from './workbook.ts'

const creator = { userID: 'u1', username: 'creator', name: 'Cleo Creator', email: 'creator@guildhall.test' }
const contributor = {
  userID: 'u2',
  username: 'contributor',
  name: 'Kit Contributor',
  email: 'contributor@guildhall.test',
}

const planFile = async (name: string, zone = 'Europe/Berlin') => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, 'samples/cases', name)))
  const read = await readImport(bytes, { zone }, readWorkbook)
  const drafts =
    'table' in read
      ? draftsOf(read.table, read.columns, { zone, order: dayOrderOfTable(read.table, read.columns).order })
      : read.drafts
  return showPlan(read.kind, planOf(drafts, { members: [creator, contributor], labels: [] }))
}
/** Chosen fields of each task. */
const fieldsOf = async (name: string, ...fields: string[]) =>
  (await planFile(name)).tasks.map((task) => fields.map((field) => (task as unknown as Record<string, unknown>)[field]))

describe('[MOVE-06] each case of an import comes out right', () => {
  test('[MOVE-26] a board of 31 labels sends those that its tasks use', async () => {
    const { tasks, notes } = await planFile('trello-31-labels.json')
    expect(tasks.map(({ title, labels }) => [title, labels])).toEqual([['Card 1', ['Label 0']], ['Card 2', []]]) // prettier-ignore
    expect(notes).toEqual([])
  })
  test('[MOVE-05] an emoji at the limit of a title, a description and a label is kept whole or left out', async () => {
    const [long, plain] = (await planFile('emoji-where-the-title-is-cut.csv')).tasks
    expect(long?.title).toMatch(/^a+…$/)
    expect(long?.title.length).toBeLessThanOrEqual(200)
    expect(long?.description).toMatch(/^a+(?:😀)+$/u)
    expect(plain?.title).toBe('Plain one')
    const text = await planFile('emoji-where-the-description-is-cut.csv')
    expect(text.tasks[0]?.description).toMatch(/^w+…$/)
    expect(text.notes).toEqual([{ task: 'Long one', text: 'The description is cut after 20,000 characters.' }])
    const label = await planFile('emoji-where-a-label-is-cut.json')
    expect(label.tasks[0]?.labels).toEqual([`${'y'.repeat(29)}…`])
    expect(label.notes).toHaveLength(1)
  })
  test.each([
    ['jira-due-date.csv', ['2025-09-18', '2026-05-04', null]],
    ['notion-due-date.csv', ['2026-01-02', '2026-10-29', '2026-01-05']],
    ['linear-due-date.csv', ['2025-04-24', '2025-04-30']],
  ])('[MOVE-17] the due dates of %s are read', async (name, days) => {
    expect((await fieldsOf(name, 'dueOn')).flat()).toEqual(days)
    const { notes } = await planFile(name)
    expect(notes.every(({ text }) => text.includes('2026-10-08'))).toBe(true)
  })
  test('[MOVE-18] GitLab counts seconds, and 0 is no estimate', async () => {
    expect(await fieldsOf('gitlab-estimate-0.csv', 'title', 'status', 'dueOn', 'estimateHours', 'labels')).toEqual([
      ['Paint the hull', 'Assigned', '2026-02-03', null, ['paint', 'hull']],
      ['Buy the rope', 'Completed', null, 4, []],
    ])
  })
  test('[MOVE-01] a priority of one’s own never costs the task', async () => {
    expect((await fieldsOf('jira-own-priorities.csv', 'priority')).flat()).toEqual(['high', 'urgent', 'medium'])
    const { tasks, notes, refused } = await planFile('todoist-template.csv')
    expect(tasks.map(({ title, priority, dueOn, stage }) => [title, priority, dueOn, stage])).toEqual([
      ['Paint the hull', 'urgent', '2026-02-03', 'Before the show'],
      ['Buy the paint', 'none', null, 'Before the show'],
    ])
    expect(tasks[1]).toMatchObject({ comments: [{ body: 'Remember the brush' }], description: expect.stringContaining('Part of: Paint the hull') as string }) // prettier-ignore
    expect([notes.map(({ text }) => text.slice(0, 11)), refused]).toEqual([['The section', 'The note “R'], []])
  })
  test('[MOVE-14] columns of one name are one field of many values', async () => {
    expect((await fieldsOf('jira-repeated-labels.csv', 'labels')).flat()).toEqual([['paint', 'blue', 'hull'], ['rope']])
    expect((await planFile('jira-comments.csv')).tasks[0]?.comments).toEqual([
      { author: '5a1b2c3d', on: '2026-03-27', body: 'Which blue?' },
      { author: '6f7e8d9c', on: '2026-03-28', body: 'Navy,\nlike last year.' },
    ])
  })
  test.each([
    ['trello-due-evening-in-the-west.json', 'America/Los_Angeles', ['2026-03-05', '2026-03-06']],
    ['trello-due-evening-in-the-west.json', 'Europe/Berlin', ['2026-03-06', '2026-03-06']],
    ['csv-due-with-offset.csv', 'America/Los_Angeles', ['2026-03-05', '2026-03-05', '2026-03-05']],
    ['csv-due-with-offset.csv', 'Europe/Berlin', ['2026-03-06', '2026-03-06', '2026-03-05']],
  ])('[MOVE-10] a moment of %s is the day in %s', async (name, zone, days) => {
    expect((await planFile(name, zone)).tasks.map(({ dueOn }) => dueOn)).toEqual(days)
  })
  test('[MOVE-13] what a tick or a percentage calls done is Completed', async () => {
    expect((await fieldsOf('trello-due-complete.json', 'status')).flat()).toEqual(['Completed', 'Assigned'])
    const planned = await planFile('planner-percent.csv')
    expect(planned.tasks.map(({ status }) => status)).toEqual(['Completed', 'In Progress', 'Assigned'])
    for (const { stage, description } of planned.tasks) {
      expect(stage).toBe('Before the show')
      expect(description).toContain('Bucket: Before the show')
    }
  })
  test('[MOVE-12] a task says its list where several become one status', async () => {
    const { tasks } = await planFile('trello-lists-are-not-statuses.json')
    expect(tasks.map(({ status, stage }) => [status, stage])).toEqual([['Assigned', 'Harbour office'], ['Assigned', 'Sail makers'], ['Completed', 'Done 🎉']]) // prettier-ignore
    expect(tasks[0]?.description).toContain('List: Harbour office')
    expect(tasks[1]?.description).toContain('List: Sail makers')
  })
  test('[MOVE-02] attachments and custom fields are lines of the description', async () => {
    const { description } = (await planFile('trello-attachments-and-custom-fields.json')).tasks[0] ?? {}
    expect(description).toBe(
      '**From Trello**\n\n' +
        '- Attachment: [plan.pdf](https://trello.example/1/cards/c1/attachments/a1/download/plan.pdf)\n' +
        '- Attachment: [Rope shop](https://rope.example.org/)\n- Cost: 12.5\n- Berth: North pier',
    )
  })
  test('[MOVE-03] comments that the export does not hold are counted', async () => {
    const { notes } = await planFile('trello-older-comments-missing.json')
    expect(notes).toEqual([
      { task: 'Card 1', text: '4 of its 5 comments are not in the file: Trello exports the newest 1,000 actions of a board.' },
    ]) // prettier-ignore
  })
  test('[MOVE-05] cuts are told: two labels stay two, and blockers that are left out are named', async () => {
    const { tasks, notes } = await planFile('labels-of-more-than-30-letters.csv')
    const labels = tasks.flatMap((task) => task.labels)
    expect([new Set(labels).size, labels.every(({ length }) => length <= 30), notes.map(({ task }) => task)]).toEqual([2, true, ['A', 'B']]) // prettier-ignore
    const blocked = await planFile('more-than-20-blockers.csv')
    expect(blocked.notes).toEqual([{ task: 'Last', text: expect.stringContaining('5 left out: ‘K20’') as string }])
  })
  test('[MOVE-27] labels at the cards alone, nulls and odd types cost that field alone', async () => {
    expect((await fieldsOf('trello-labels-on-cards-only.json', 'labels')).flat(2)).toEqual(['Rope', 'red'])
    expect((await fieldsOf('trello-one-null.json', 'labels')).flat(2)).toEqual(['red'])
    expect((await fieldsOf('trello-other-odd-values.json', 'title')).flat()).toEqual(['Card 1', 'Card 2', 'Card 3'])
  })
  test.each([
    ['utf-16be.csv', 'Käse kaufen'],
    ['utf-16le-without-bom.csv', 'Käse kaufen'],
    ['windows-1251.csv', 'Купить краску'],
  ])('[MOVE-07] %s is read in its encoding', async (name, title) => {
    expect(await fieldsOf(name, 'title', 'status')).toEqual([[title, 'Completed']])
  })
  test('[MOVE-08] a sep= line is skipped, and a quote inside a bare cell is text', async () => {
    expect(await fieldsOf('sep-line.csv', 'title', 'status', 'dueOn')).toEqual([
      ['Paint the hull', 'Completed', '2026-01-02'],
    ])
    expect((await fieldsOf('quote-inside-a-bare-cell.csv', 'title')).flat()).toEqual([
      'Paint the "Anna" blue',
      'Buy the rope',
    ])
  })
  test('[MOVE-25] a ZIP is named with what to do', async () => {
    await expect(planFile('zip-of-a-csv.zip')).rejects.toThrow(
      'This is a ZIP file. Please unpack it and choose the CSV in it.',
    )
  })
  test('[MOVE-16] heads in Spanish are known', async () => {
    expect(await fieldsOf('jira-in-spanish.csv', 'title', 'status', 'priority', 'labels')).toEqual([
      ['Pintar el casco', 'In Progress', 'medium', ['pintura']],
    ])
  })
  test('[MOVE-15] heads with underscores are known', async () => {
    const { tasks } = await planFile('names-with-underscores.csv')
    expect(tasks[0]).toMatchObject({ title: 'Paint the hull', dueOn: '2026-01-02', estimateHours: 2, description: expect.stringContaining('Assigned to: ada') as string }) // prettier-ignore
  })
  test('[MOVE-19] assignees are found by address', async () => {
    expect((await fieldsOf('assignee-by-address.csv', 'assignee')).flat()).toEqual(['contributor', 'creator'])
  })
  test('[MOVE-21] Jira’s wiki text is Markdown', async () => {
    const { description } = (await planFile('jira-wiki-markup.csv')).tasks[0] ?? {}
    expect(description?.split('\n\n**From')[0]).toBe(
      '## Steps\n1. Sand it\n1. Prime it\n\n**Important:** use navy, see [the chart](https://chart.example.org/blue).',
    )
  })
})
