import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UnreadableImport } from './drafts.ts'
import { planOf } from './plan.ts'
import { type ReadChoices, readImport, readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'
import { readWorkbook } from './workbook.ts'

const bytesOf = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, 'samples', name)))
const kofi = { userID: 'u1', username: 'kofi', name: 'Kofi Mensah' }
const planned = (value: unknown) => {
  const read = readText(JSON.stringify(value), { zone: 'UTC' })
  if ('table' in read) throw new Error('It was read as a table.')
  return showPlan(read.kind, planOf(read.drafts, { members: [kofi], labels: [] }))
}

describe('[MOVE-23] an Excel file', () => {
  const read = async (choices: ReadChoices = {}) => {
    const found = await readImport(bytesOf('two-sheets.xlsx'), choices, readWorkbook)
    if (!('table' in found)) throw new Error('It was read as a board.')
    return { found, tasks: planOf(draftsOf(found.table, found.columns), { members: [], labels: [] }).tasks }
  }
  test('gives the first sheet, below its title, with days and numbers as they are shown', async () => {
    const { found, tasks } = await read()
    expect([found.kind, found.sheet, found.sheets]).toEqual(['excel', 'Yard', ['Yard', 'Archive 2019']])
    expect([found.table.headLine, found.table.above]).toEqual([2, ['Plan of the yard']])
    expect(tasks.map(({ sent }) => [sent.title, sent.status, sent.dueOn, sent.estimateHours])).toEqual([
      ['Draw the keel', 2, '2026-03-20', 2.5],
      ['Hang the sail', 1, '2026-03-21', 0.3],
    ])
  })
  test('gives another sheet where one is chosen', async () => {
    const { found, tasks } = await read({ sheet: 'Archive 2019' })
    expect([found.sheet, tasks.map(({ sent }) => sent.title)]).toEqual(['Archive 2019', ['Old rope']])
  })
  test('that is cut off is refused with what to do', async () => {
    const half = bytesOf('two-sheets.xlsx').slice(0, 1_400)
    await expect(readImport(half, {}, readWorkbook)).rejects.toThrow(UnreadableImport)
  })
})

describe('[MOVE-24] JSON of other programs', () => {
  test('issues of gh issue list --json, with their labels, people and comments', () => {
    const { kind, tasks } = planned([
      {
        number: 7,
        title: 'Mend the pier',
        body: 'It leaks.',
        state: 'OPEN',
        labels: [{ name: 'bug' }],
        assignees: [{ login: 'kofi', name: '' }],
        comments: [{ author: { login: 'amy' }, body: 'I saw it.', createdAt: '2026-01-05T10:00:00Z' }],
        milestone: { title: 'Spring', dueOn: '2026-03-05T00:00:00Z' },
      },
      { number: 8, title: 'Paint it', body: '', state: 'CLOSED', stateReason: 'COMPLETED', labels: [], assignees: [] },
    ])
    expect(kind).toBe('github')
    expect(tasks[0]).toMatchObject({
      title: 'Mend the pier',
      labels: ['bug'],
      assignee: 'kofi',
      dueOn: '2026-03-05',
      comments: [{ author: 'amy', on: '2026-01-05', body: 'I saw it.' }],
    })
    expect(tasks[0]?.description).toMatch(/^It leaks\.\n\n\*\*From GitHub\*\*[\s\S]*- Milestone: Spring/)
    expect(tasks.map(({ status }) => status)).toEqual(['Assigned', 'Completed'])
  })

  test('a board of Planka', () => {
    const { kind, tasks } = planned({
      item: { id: 'b', name: 'Harbour' },
      included: {
        lists: [
          { id: 'l2', name: 'Done', position: 2 },
          { id: 'l1', name: 'To do', position: 1 },
        ],
        cards: [
          { id: 'c1', listId: 'l2', name: 'Hang the sail', description: 'High up', position: 1 },
          { id: 'c2', listId: 'l1', name: 'Draw the keel', dueDate: '2026-03-05T10:00:00.000Z', position: 1 },
        ],
        labels: [{ id: 'b1', name: 'rope', color: 'lagoon-blue' }],
        cardLabels: [{ id: 'x', cardId: 'c1', labelId: 'b1' }],
        users: [{ id: 'p1', name: 'Kofi Mensah', username: 'kofi' }],
        cardMemberships: [{ id: 'y', cardId: 'c2', userId: 'p1' }],
        tasks: [{ id: 't', cardId: 'c1', name: 'Find a ladder', isCompleted: true, position: 1 }],
      },
    })
    expect(kind).toBe('planka')
    expect(tasks).toMatchObject([
      { title: 'Draw the keel', status: 'Assigned', assignee: 'kofi', dueOn: '2026-03-05' },
      {
        title: 'Hang the sail',
        status: 'Completed',
        labels: ['rope'],
        doneWhen: [{ text: 'Find a ladder', isDone: true }],
      },
    ])
  })

  test('a board of WeKan', () => {
    const { kind, tasks } = planned({
      _format: 'wekan-board-1.0.0',
      title: 'Harbour',
      lists: [{ _id: 'l1', title: 'Doing', sort: 1 }],
      labels: [{ _id: 'b1', name: 'rope', color: 'green' }],
      users: [{ _id: 'p1', username: 'kofi', profile: { fullname: 'Kofi Mensah' } }],
      cards: [{ _id: 'c1', title: 'Draw the keel', listId: 'l1', labelIds: ['b1'], assignees: ['p1'], sort: 1 }],
      checklists: [{ _id: 'k', cardId: 'c1', title: 'Before' }],
      checklistItems: [{ _id: 'i', cardId: 'c1', checklistId: 'k', title: 'Find chalk', isFinished: false, sort: 1 }],
      comments: [{ _id: 'm', cardId: 'c1', userId: 'p1', text: 'Soon', createdAt: '2026-01-05T10:00:00.000Z' }],
    })
    expect(kind).toBe('wekan')
    expect(tasks).toMatchObject([
      {
        title: 'Draw the keel',
        status: 'In Progress',
        labels: ['rope'],
        assignee: 'kofi',
        comments: [{ on: '2026-01-05', body: 'Soon' }],
      },
    ])
    expect(tasks[0]?.doneWhen.map(({ text }) => text)).toEqual([expect.stringContaining('Find chalk')])
  })

  test('a board of WeKan whose subtasks are on another board', () => {
    const card = (id: string, more: object) => ({ _id: id, title: id, listId: 'l1', ...more })
    const { tasks } = planned({
      _format: 'wekan-board-1.0.0',
      lists: [{ _id: 'l1', title: 'Doing', sort: 1 }],
      cards: [card('Paint', { sort: 1 }), card('Prime', { sort: 2, parentId: 'Paint' })],
      checklists: [{ _id: 'k', cardId: 'Paint', title: 'Before' }],
      checklistItems: [{ _id: 'i', cardId: 'Paint', checklistId: 'k', title: 'Find chalk', isFinished: true }],
      subtaskItems: [
        card('Dry', { parentId: 'Paint', sort: 2, listId: 'x' }),
        card('Sand', { parentId: 'Paint', sort: 1, listId: 'x', archived: true, description: 'Grit 80' }),
        card('Prime', { parentId: 'Paint', sort: 3 }),
      ],
    })
    expect(tasks.map(({ title }) => title)).toEqual(['Paint', 'Prime'])
    expect(tasks[0]?.doneWhen).toEqual([
      { text: 'Find chalk', isDone: true },
      { text: 'Sand', isDone: true },
      { text: 'Dry', isDone: false },
    ])
    expect(tasks[0]?.description).toContain('- Subtask “Sand”: Grit 80')
    expect(tasks[1]?.description).toContain('- Part of: Paint')
  })

  test('to-dos of Things, in projects and alone, and the link that adds them', () => {
    const todo = (title: string, more: object = {}) => ({ type: 'to-do', attributes: { title, ...more } })
    const line = (title: string, completed: boolean) => ({ type: 'checklist-item', attributes: { title, completed } })
    const paint = { notes: 'Two coats', when: '2026-03-04', deadline: '2026-03-06', tags: ['hull', 'blue'], 'checklist-items': [line('Sand', true), line('Prime', false)] } // prettier-ignore
    const items = [todo('Paint', paint), { type: 'heading', attributes: { title: 'Later' } }, todo('Rope', { completed: true }), todo('Sail', { canceled: true })] // prettier-ignore
    const file = [
      { type: 'project', attributes: { title: 'Boat', notes: 'For the show', items } },
      { type: 'project', attributes: { title: 'Pier' } },
      todo('Call', { when: 'today', deadline: 'next week' }),
    ]
    const { kind, tasks, notes } = planned(file)
    expect(kind).toBe('things')
    expect(tasks.map(({ title, status, stage }) => [title, status, stage])).toEqual([
      ['Paint', 'Assigned', 'Boat'],
      ['Rope', 'Completed', 'Later'],
      ['Sail', 'Rejected', 'canceled'],
      ['Pier', 'Assigned', null],
      ['Call', 'Assigned', null],
    ])
    expect(tasks[0]).toMatchObject({ dueOn: '2026-03-06', labels: ['hull', 'blue'], doneWhen: [{ text: 'Sand', isDone: true }, { text: 'Prime', isDone: false }] }) // prettier-ignore
    expect(tasks[0]?.description).toMatch(/^Two coats\n[^]*- List: Boat\n- When: 2026-03-04$/)
    expect(tasks[1]?.description).toContain('- Project: Boat')
    expect(notes).toContainEqual({ task: '', text: 'The notes of the project “Boat”: For the show' })
    expect(notes).toContainEqual({ task: 'Call', text: 'Deadline: ‘next week’ is not a date. The description has the text.' }) // prettier-ignore
    const read = readText(`things:///json?auth-token=x&data=${encodeURIComponent(JSON.stringify(file))}\n`)
    expect('drafts' in read && read.drafts.tasks.length).toBe(5)
  })

  test('projects of Things that have ended, with what else is theirs', () => {
    const project = (title: string, more: object) => ({ type: 'project', attributes: { title, ...more } })
    const todo = (title: string, more: object = {}) => ({ type: 'to-do', attributes: { title, ...more } })
    const { tasks, notes } = planned([
      project('Boat', { deadline: '2026-05-01', tags: ['sea', 'club'], completed: true, items: [todo('Paint'), todo('Sail', { canceled: true })] }),
      project('Pier', { canceled: true, items: [todo('Mend'), todo('Look', { completed: true })] }),
      project('Club', { items: [todo('Meet')] }),
    ]) // prettier-ignore
    expect(tasks.map(({ title, status, stage }) => [title, status, stage])).toEqual([
      ['Paint', 'Completed', 'Boat'],
      ['Sail', 'Rejected', 'canceled'],
      ['Mend', 'Rejected', 'canceled'],
      ['Look', 'Completed', 'Pier'],
      ['Meet', 'Assigned', 'Club'],
    ])
    expect(tasks[2]?.description).toContain('- Project: Pier')
    expect(notes.map(({ text }) => text)).toEqual([
      'The project “Boat” is no task; its to-dos name it.',
      'The deadline of the project “Boat”: 2026-05-01',
      'The tags of the project “Boat”: sea, club',
      'The project “Boat” is completed, and its open to-dos with it.',
      'The project “Pier” is no task; its to-dos name it.',
      'The project “Pier” is canceled, and its open to-dos with it.',
      'The project “Club” is no task; its to-dos name it.',
    ])
  })

  test('a single card of Trello', () => {
    const { kind, tasks } = planned({
      id: 'c1',
      name: 'Mend the pier',
      desc: 'It leaks.',
      idList: 'l1',
      due: '2026-03-05T10:00:00.000Z',
      labels: [{ id: 'b1', name: 'wood', color: 'green' }],
      shortUrl: 'https://trello.com/c/x',
    })
    expect(kind).toBe('trello')
    expect(tasks).toMatchObject([{ title: 'Mend the pier', dueOn: '2026-03-05', labels: ['wood'] }])
    expect(tasks[0]?.description).toContain('https://trello.com/c/x')
  })
})
