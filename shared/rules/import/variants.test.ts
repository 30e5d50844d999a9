import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dayOrderOfTable } from './columns.ts'
import { readDay } from './days.ts'
import { planOf } from './plan.ts'
import { readImport, readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'
import { readStatus } from './words/statuses.ts'
import { readWorkbook } from './workbook.ts'

/* Kinds of files that nobody had when the readers were written: one small input for each. */

const members = [
  { userID: 'u1', username: 'kofi', name: 'Kofi Mensah' },
  { userID: 'u2', username: 'lena', name: 'Lena Novak' },
]
const planIn = (read: Awaited<ReturnType<typeof readImport>>) => {
  const drafts =
    'table' in read
      ? draftsOf(read.table, read.columns, { order: dayOrderOfTable(read.table, read.columns).order })
      : read.drafts
  return showPlan(read.kind, planOf(drafts, { members, labels: [] }))
}
const planned = (file: string | object) => planIn(readText(typeof file === 'string' ? file : JSON.stringify(file)))

describe('[MOVE-15] tables', () => {
  test('of TickTick say by a day that a task is done, and have numbers of their own for priorities', () => {
    const { tasks } = planned(
      '"Date: 2026-01-10+0000"\n"Version: 7.1"\n"Status: \n0 Normal\n1 Completed\n2 Archived"\n' +
        '"List Name","Title","Kind","Tags","Content","Is Check list","Due Date","Priority","Status","Completed Time","Column Name","taskId"\n' +
        '"Inbox","Buy rope","TEXT","boat","20 metres","N","2026-03-05T10:00:00+0000","5","0","","Doing","1"\n' +
        '"Inbox","Sell","TEXT","","","N","","0","2","2026-01-03T10:00:00+0000","","2"\n',
    )
    expect(tasks.map(({ title, status, stage, priority, dueOn }) => [title, status, stage, priority, dueOn])).toEqual([
      ['Buy rope', 'In Progress', 'Doing', 'high', '2026-03-05'],
      ['Sell', 'Completed', null, 'none', null],
    ])
    expect(tasks[0]?.description).toMatch(/^20 metres/)
  })
  test('of MS Project and Bugzilla have weekdays, which tell days from months, and two dashes for nothing', () => {
    const { tasks, notes } = planned(
      'Name;Finish;Priority;Effort (h)\nSand;Tue 06/01/26;--;2\nPaint;Fri 09/01/26;P2;\n',
    )
    expect(tasks.map(({ dueOn, priority, estimateHours }) => [dueOn, priority, estimateHours])).toEqual([
      ['2026-01-06', 'none', 2],
      ['2026-01-09', 'medium', null],
    ])
    expect(notes).toEqual([])
    expect(planned('Name;Finish\nSand;Tue 01/06/26\n').tasks[0]?.dueOn).toBe('2026-01-06')
    expect(planned('Name;Finish\nSand;06/01/26\nPaint;Fri 16/01/26\n').tasks[0]?.dueOn).toBe('2026-01-06')
  })
  test('say what is done beside a state of one’s own: Jira, YouTrack, ClickUp', () => {
    const statusOf = (text: string) => planned(text).tasks.map(({ status }) => status)
    expect(statusOf('Issue key,Summary,Status,Status Category,Status Category Changed\nB-1,A,Approved,Done,x\nB-2,B,Approved,To Do,x\n')).toEqual(['Completed', 'Assigned']) // prettier-ignore
    expect(statusOf('Issue Id,Summary,State,Resolved\nB-1,A,Ready,05 Jan 2026 10:00\nB-2,B,Ready,Unresolved\n')).toEqual(['Completed', 'Assigned']) // prettier-ignore
    expect(statusOf('Sequence ID,Name,State Name,Module Name\n1,A,In Progress,\n')).toEqual(['In Progress'])
    expect(statusOf('Task ID,Name,Section/Column,Status,Completed At,Last Modified\n1,A,Done,,,x\n')).toEqual(['Completed']) // prettier-ignore
  })
  test('of Redmine and sheets by hand in Russian, German and Japanese', () => {
    const fields = (text: string) => planned(text).tasks.map(({ title, status, priority, dueOn, assignee }) => [title, status, priority, dueOn, assignee]) // prettier-ignore
    expect(fields('#,Тема,Статус,Приоритет,Назначена,Дата выполнения\n1,Парус,В работе,Высокий,kofi,5 января 2026 г.\n2,Task,Done,,,\n')).toEqual([
      ['Парус', 'In Progress', 'high', '2026-01-05', 'kofi'],
      ['Task', 'Completed', 'none', null, null],
    ]) // prettier-ignore
    expect(fields('Aufgabe;Wer;Bis;Erledigt\nMalen;Lena Novak;5. Mrz 2026;x\nSägen;;;\n')).toEqual([
      ['Malen', 'Completed', 'none', '2026-03-05', 'lena'],
      ['Sägen', 'Assigned', 'none', null, null],
    ])
    expect(planned('件名,期日\n塗る,2026/1/5(月)\n').tasks[0]?.dueOn).toBe('2026-01-05')
  })
  test('name one person as ‘Last, First’ beside an address, and several usernames with blanks in WeKan', () => {
    const who = (text: string) => planned(text).tasks.map(({ assignee }) => assignee)
    const people = [{ userID: 'u1', username: 'kofi', name: 'Kofi Mensah', email: 'kofi@example.org' }]
    const read = readText('Title,Assignee,Assignee Email\nA,"Mensah, Kofi",kofi@example.org\nB,"Mensah, Kofi - Crew {P} <kofi@example.org>",\n') // prettier-ignore
    const drafts = 'table' in read ? draftsOf(read.table, read.columns) : read.drafts
    expect(showPlan(read.kind, planOf(drafts, { members: people, labels: [] })).tasks.map(({ assignee }) => assignee)).toEqual(['kofi', 'kofi']) // prettier-ignore
    expect(who('Title,List,Swimlane,Assignee\nA,Doing,Main,lena kofi\n')).toEqual(['lena'])
  })
  test('where no head says which column has the titles, it is one that is nothing else', () => {
    const { tasks } = planned('Owner,Thing,Due\nKofi Mensah,Paint the hull,2026-03-05\nLena Novak,Buy the rope,2026-03-06\n') // prettier-ignore
    expect(tasks.map(({ title, assignee }) => [title, assignee])).toEqual([['Paint the hull', 'kofi'], ['Buy the rope', 'lena']]) // prettier-ignore
  })
  test('keep the addresses of links in JSON, and read a month of work', () => {
    const { tasks } = planned('Title,Links,Time Estimate\nA,"[{""url"":""https://example.org/a"",""title"":""Plan""}]",1mo 2w\n') // prettier-ignore
    expect(tasks[0]?.description).toContain('https://example.org/a')
    expect(tasks[0]?.estimateHours).toBe(240)
  })
  test('of Shortcut have their owners’ addresses', () => {
    const { tasks } = planned('id,name,type,requester,owners,state,estimate,is_blocked\n1,Map,feature,x@example.org,Lena Novak,In Development,3,FALSE\n') // prettier-ignore
    expect(tasks[0]).toMatchObject({ title: 'Map', assignee: 'lena', status: 'In Progress' })
  })
  test('of Monday have subitems under names of their own: they are tasks and name their item', () => {
    const { tasks, refused } = planned(
      'Boats\nBefore\nName,Subitems,Person,Status,Date\nPaint,"Sand, Prime",Kofi Mensah,Working on it,2026-02-03\n' +
        'Subitems,Name,Owner,Status,Date\n,Sand,lena,Done,2026-01-02\n,Prime,,,\nBuy,,,Done,\n' +
        'After\nName,Subitems,Person,Status,Date\nSell,,,Done,\n',
    )
    expect(tasks.map(({ title, status, assignee, dueOn }) => [title, status, assignee, dueOn])).toEqual([
      ['Paint', 'In Progress', 'kofi', '2026-02-03'],
      ['Sand', 'Completed', 'lena', '2026-01-02'],
      ['Prime', 'Assigned', null, null],
      ['Buy', 'Completed', null, null],
      ['Sell', 'Completed', null, null],
    ])
    expect(tasks[1]?.description).toContain('- Part of: Paint\n- Group: Before')
    expect(refused).toEqual([])
  })

  test('of Azure DevOps have a column of titles for each level: a task names the one above', () => {
    const { tasks } = planned(
      'ID,Work Item Type,Title 1,Title 2,Title 3,State\n1,Epic,Boat,,,New\n2,Feature,,Hull,,Active\n3,Task,,,Paint,Closed\n4,Epic,Pier,,,New\n5,Task,,,Planks,New\n',
    )
    const parts = tasks.map(({ title, description }) => [title, /- Part of: (.*)/.exec(description)?.[1]])
    expect(parts).toEqual([['Boat', undefined], ['Hull', 'Boat'], ['Paint', 'Hull'], ['Pier', undefined], ['Planks', 'Pier']]) // prettier-ignore
  })

  test('of Todoist have labels in the title, a day for doing and one for the deadline', () => {
    const { tasks } = planned(
      'TYPE,CONTENT,PRIORITY,INDENT,DATE,DEADLINE\ntask,Paint the hull @blue @ada_2,1,1,every day,2026-02-03\ntask,Mail a@b.example,4,1,2026-01-05,\ntask,Both,4,1,2026-01-05,2026-02-03\n',
    )
    expect(tasks.map(({ title, labels, dueOn }) => [title, labels, dueOn])).toEqual([
      ['Paint the hull', ['blue', 'ada_2'], '2026-02-03'],
      ['Mail a@b.example', [], '2026-01-05'],
      ['Both', [], '2026-01-05'],
    ])
    expect(tasks[0]?.description).toContain('- DATE: every day')
    expect(tasks[2]?.description).toContain('- DEADLINE: 2026-02-03')
  })

  test('of Notion name related pages with their addresses', () => {
    const { notes, tasks } = planned(
      'Name,Blocked by,Done\n"Paint, blue",,No\nSail,"Paint, blue (https://www.notion.so/Paint-0a?pvs=21), Rope (Boats%20f1/Rope%200a1b2c3d4e5f60718293a4b5c6d7e8f9.md)",No\nRope,,Yes\n',
    )
    expect(notes).toEqual([])
    expect(tasks.map(({ status }) => status)).toEqual(['Assigned', 'Assigned', 'Completed'])
  })

  test('of ClickUp write {} for no checklist, and days of comments that can be two', () => {
    const { tasks } = planned(
      'Task ID,Task Custom ID,Task Name,Checklists,Comments\nc1,null,Paint,{},"[{""text"":""Blue?"",""by"":""ada"",""date"":""1/5/2026, 9:00:00 AM GMT+1""}]"\n',
    )
    expect(tasks[0]).toMatchObject({ doneWhen: [], comments: [{ author: 'ada', on: null, body: 'Blue?\n\n(1/5/2026, 9:00:00 AM GMT+1)' }] }) // prettier-ignore
  })

  test('that mix percentages and parts of one mean the same by both', () => {
    const { tasks } = planned('Title,% Done\nA,50%\nB,0.25\nC,1\n')
    expect(tasks.map(({ status }) => status)).toEqual(['In Progress', 'In Progress', 'Completed'])
    expect(tasks[1]?.description).toContain('25%')
  })

  test('of databases write NULL, None or - where there is nothing', () => {
    const { tasks, notes } = planned(
      'Title,Status,Due date,Assignee,Labels,Estimate,Priority\nA,NULL,NULL,null,NULL,NULL,NULL\nNone,None,None,Unassigned,n/a,-,N/A\n',
    )
    const nothing = { status: 'Assigned', stage: null, dueOn: null, labels: [], priority: 'none' }
    expect(tasks).toMatchObject([{ title: 'A', description: 'A', ...nothing }, { title: 'None', description: 'None', ...nothing }]) // prettier-ignore
    expect(notes).toEqual([])
  })

  test('whose due dates can be read in two ways follow their other dates', () => {
    const dueOn = (created: string) => planned(`Name,Due date,Created\nA,02/03/2026,${created}\n`).tasks[0]?.dueOn
    expect([dueOn('01/13/2026'), dueOn('13/01/2026'), dueOn('01/02/2026')]).toEqual(['2026-02-03', '2026-03-02', null])
  })

  test('in other languages call a category by its name', () => {
    for (const name of ['Kategorie', 'Catégorie', 'Categoría', 'カテゴリ'])
      expect(planned(`#;Tracker;Subject;${name}\n1;Bug;Paint;Hull\n`).tasks[0]?.labels).toEqual(['Hull'])
  })
})

test.each([
  ['18/九月/26 12:00 上午', '2026-09-18'],
  ['3/十一月/2026 3:00 下午', '2026-11-03'],
  ['18/9月/26', '2026-09-18'],
  ['2026年9月18日 午後3:00', '2026-09-18'],
  ['2026/9/18 下午11:30', '2026-09-18'],
])('[MOVE-17] %s is one day', (text, day) => expect(readDay(text)).toBe(day))

test.each(['Terminé(e)', 'Fermé(e)', 'Concluído(a)', 'Terminé·e'])('[MOVE-16] %s is Completed', (word) =>
  expect(readStatus(word)).toBe(4),
)

describe('[MOVE-24] JSON', () => {
  test('of GitHub’s API has the address that people open', () => {
    const { tasks } = planned([
      { number: 3, title: 'Leak', state: 'open', labels: [], assignees: [], url: 'https://api.example.org/3', html_url: 'https://git.example.org/3', node_id: 'x' },
    ]) // prettier-ignore
    expect(tasks[0]?.description).toContain('Address: https://git.example.org/3')
  })

  test('of a program with as many projects as tasks gives the tasks', () => {
    const { tasks } = planned({ projects: [{ id: 'p', name: 'Boat' }], items: [{ id: 1, content: 'Paint', checked: true }] }) // prettier-ignore
    expect(tasks.map(({ title, status }) => [title, status])).toEqual([['Paint', 'Completed']])
  })

  test('of Jira has attachments by their content', () => {
    const fields = { summary: 'Paint', attachment: [{ filename: 'a.pdf', content: 'https://jira.example.org/a.pdf' }] }
    const [task] = planned({ issues: [{ key: 'B-1', fields }] }).tasks
    expect(task?.description).toContain('[a.pdf](https://jira.example.org/a.pdf)')
  })
})

test('[MOVE-27] a board of 2012 has the ticks of its lines at the card, and one of 2024 separators', () => {
  const { tasks, notes } = planned({
    lists: [{ id: 'l1', name: 'Doing' }],
    cards: [
      { id: 'c1', name: 'Paint', idList: 'l1', idChecklists: ['k'], checkItemStates: [{ idCheckItem: 'i1', state: 'complete' }] },
      { id: 'c2', name: '----', idList: 'l1', cardRole: 'separator' },
    ],
    checklists: [{ id: 'k', name: 'Checklist', checkItems: [{ id: 'i1', name: 'sand', pos: 1 }, { id: 'i2', name: 'prime', pos: 2 }] }],
  }) // prettier-ignore
  expect(tasks.map(({ title, doneWhen }) => [title, doneWhen.map(({ isDone }) => isDone)])).toEqual([['Paint', [true, false]]]) // prettier-ignore
  expect(notes).toEqual([{ task: '----', text: 'It is a separator of Trello, and left out.' }])
})

test('[MOVE-23] a workbook gives its first shown sheet of tasks; merged cells count for each row, and times have no day', async () => {
  const file = readFileSync(join(import.meta.dirname, 'samples', 'merged-and-hidden.xlsx'))
  const read = await readImport(file, {}, readWorkbook)
  expect(read).toMatchObject({ sheets: ['Secret', 'Plan', 'Tasks'], sheet: 'Tasks' })
  const { tasks, notes, refused } = planIn(read)
  expect(tasks.map(({ title, assignee, dueOn, status }) => [title, assignee, dueOn, status])).toEqual([
    ['Paint the hull', 'lena', '2026-02-03', 'In Progress'],
    ['Sand it', null, null, 'Completed'],
    ['Sell tickets', null, '2026-02-03', 'Assigned'],
  ])
  expect(tasks.map(({ description }) => /Phase: (\w+)/.exec(description)?.[1])).toEqual(['Before', 'Before', 'After'])
  expect(tasks[0]?.description).toContain('- Begins at: 13:05')
  expect(notes).toContainEqual({ task: '', text: 'Other sheets of this file are not read: “Secret”, “Plan”.' })
  // A title that goes over two rows is one task.
  expect(refused).toEqual([{ line: 5, text: 'It has no title.' }])
  const chosen = await readImport(file, { sheet: 'Secret' }, readWorkbook)
  expect(planIn(chosen).tasks.map(({ title }) => title)).toEqual(['Nobody sees it'])
})
