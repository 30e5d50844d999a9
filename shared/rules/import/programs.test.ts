import { describe, expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'

const planned = (file: string | object, zone = 'UTC') => {
  const read = readText(typeof file === 'string' ? file : JSON.stringify(file), { zone })
  const drafts = 'table' in read ? draftsOf(read.table, read.columns, { zone, order: 'month' }) : read.drafts
  return showPlan(read.kind, planOf(drafts, { members: [], labels: [] }))
}
const placesOf = (file: string | object) =>
  planned(file).tasks.map(({ title, status, stage }) => [title, status, stage])

describe('[MOVE-12] [MOVE-13] beside a list a status of Open and Closed is a tick', () => {
  const places = [
    ['Paint', 'In Progress', 'Work in progress'],
    ['Rope', 'Completed', 'Ready'],
    ['Sail', 'Assigned', 'Ready'],
  ]
  test('in the CSV of Kanboard', () => {
    const text =
      '"Task Id",Project,Status,Category,Swimlane,Column,Position,Color,"Due date",Creator,"Assignee Username","Assignee Name",Complexity,Title,"Creation date","Modification date","Completion date","Start date","Time estimated","Time spent",Reference\n' +
      '1,Boats,Open,Hull,Default,"Work in progress",1,Yellow,03/04/2026,ada,ada,"Ada Lovelace",0,Paint,01/01/2026,01/02/2026,,,8,2,\n' +
      '2,Boats,Closed,,Default,Ready,1,Yellow,,ada,,,0,Rope,01/01/2026,01/02/2026,01/03/2026,,0,0,\n' +
      '3,Boats,Open,,Default,Ready,2,Yellow,,ada,,,0,Sail,01/01/2026,01/02/2026,,,0,0,\n'
    expect(placesOf(text)).toEqual(places)
    expect(planned(text).tasks[0]).toMatchObject({ dueOn: '2026-03-04', estimateHours: 8 })
  })
  test('in a board in German, and one of Zenhub', () => {
    expect(
      placesOf('Titel;Status;Spalte\nPaint;Offen;Work in progress\nRope;Geschlossen;Ready\nSail;Offen;Ready\n'),
    ).toEqual(places)
    expect(placesOf('Title,State,Pipeline\nPaint,open,Work in progress\nRope,closed,Ready\nSail,open,Ready\n')).toEqual(
      places,
    )
  })
  test('but other statuses stay, and so do those of a table without lists', () => {
    expect(placesOf('Title,Status,Column\nPaint,Doing,Hull\nRope,Open,Hull\n')).toEqual([
      ['Paint', 'In Progress', 'Doing'],
      ['Rope', 'Assigned', 'Open'],
    ])
    expect(placesOf('Title,State\nPaint,Open\nRope,Closed\n')).toEqual([
      ['Paint', 'Assigned', 'Open'],
      ['Rope', 'Completed', 'Closed'],
    ])
    expect(placesOf('Title,State,Column\nPaint,Open,\nRope,Closed,\n')).toMatchObject([
      ['Paint', 'Assigned', 'Open'],
      ['Rope', 'Completed', 'Closed'],
    ])
  })
})

describe('[MOVE-14] related pages of Notion', () => {
  const relation =
    '"Buy paint (https://www.notion.so/Buy-paint-0a1b?pvs=21), Sand, wet (https://www.notion.so/Sand-2), Prime (twice) (https://www.notion.so/Prime-3)"'
  test.each(['Sub-tasks', 'Sub-task', 'Sub-item', 'Subtasks'])('under %s are a line each', (head) => {
    const [task] = planned(`Name,Status,${head}\nPaint,Doing,${relation}\n`).tasks
    expect(task?.doneWhen.map(({ text }) => text)).toEqual(['Buy paint', 'Sand, wet', 'Prime (twice)'])
    expect(task?.description).toContain(
      `- ${head}: [Buy paint](https://www.notion.so/Buy-paint-0a1b?pvs=21), [Sand, wet](`,
    )
  })
  test('of files beside the CSV have no address', () => {
    const id = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'
    const [task] = planned(
      `Name,Sub-item\nPaint,"Buy paint (Boats%20f1/Buy%20paint%20${id}.md), Sand (Boats%20f1/Sand%20${id}.md)"\n`,
    ).tasks
    expect(task).toMatchObject({ doneWhen: [{ text: 'Buy paint' }, { text: 'Sand' }] })
    expect(task?.description).toContain('- Sub-item: Buy paint, Sand')
  })
  test.each(['Parent task', 'Parent item', 'Project'])('under %s are links', (head) => {
    const [task] = planned(`Name,${head}\nSand,Paint (https://www.notion.so/Paint-3)\n`).tasks
    expect(task?.description).toContain(`- ${head}: [Paint](https://www.notion.so/Paint-3)`)
  })
  test('are not what any other text in brackets is', () => {
    const [task] = planned('Name,Checklist,Link\nPaint,"Sand (wet); Prime",see (https://example.org) first\n').tasks
    expect(task?.doneWhen.map(({ text }) => text)).toEqual(['Sand (wet)', 'Prime'])
    expect(task?.description).toContain('- Link: see (https://example.org) first')
  })
  test('are not files and addresses of other programs', () => {
    const [task] = planned('Task,Source,Done when,Guide\nFix,Readme (docs/readme.md),Read the guide (guide.md),See (https://example.org/a)\n').tasks // prettier-ignore
    expect(task?.doneWhen.map(({ text }) => text)).toEqual(['Read the guide (guide.md)'])
    expect(task?.description).toContain('- Source: Readme (docs/readme.md)')
    expect(task?.description).toContain('- Guide: See (https://example.org/a)')
    const [read] = planned('Task,Done when\nFix,Read the guide (https://example.org/guide)\n').tasks
    expect(read?.doneWhen.map(({ text }) => text)).toEqual(['Read the guide (https://example.org/guide)'])
    expect(planned('Task,Attachments\nFix,Readme (docs/readme.md)\n').tasks[0]?.description).toContain('Readme: docs/readme.md') // prettier-ignore
  })
})

describe('[MOVE-11] Todoist', () => {
  const task = { content: 'Paint', description: '', project_id: '2203', labels: [], due: null, url: 'https://app.todoist.com/app/task/1' } // prettier-ignore
  test.each([
    ['its REST API', (priority: number) => [{ id: '1', ...task, is_completed: priority === 1, priority }]],
    ['its API of 2025', (priority: number) => ({ results: [{ id: '1', ...task, checked: priority === 1, priority }] })],
    ['its Sync API', (priority: number) => ({ items: [{ id: '1', ...task, checked: priority === 1, priority }], projects: [{ id: '2203', name: 'Boat' }] })],
  ])('in the JSON of %s has 4 for the highest', (_, file) => {
    const read = [4, 3, 2, 1].map((number) => planned(file(number)).tasks[0])
    expect(read.map((one) => one?.priority)).toEqual(['urgent', 'high', 'medium', 'none'])
    expect(read.map((one) => one?.status)).toEqual(['Assigned', 'Assigned', 'Assigned', 'Completed'])
  }) // prettier-ignore
  test('in a template has 1 for the highest', () => {
    const text = 'TYPE,CONTENT,PRIORITY,INDENT\ntask,A,1,1\ntask,B,2,1\ntask,C,3,1\ntask,D,4,1\n'
    expect(planned(text).tasks.map(({ priority }) => priority)).toEqual(['urgent', 'high', 'medium', 'none'])
  })
})

describe('[MOVE-10] due dates at midnight in UTC', () => {
  const google = (...dues: string[]) => ({
    kind: 'tasks#taskLists',
    items: [{ kind: 'tasks#tasks', title: 'Boat', items: dues.map((due) => ({ kind: 'tasks#task', title: 'Paint', status: 'needsAction', due })) }],
  }) // prettier-ignore
  const days = (file: string | object, zone: string) => planned(file, zone).tasks.map(({ dueOn }) => dueOn)
  test.each(['America/Los_Angeles', 'UTC', 'Asia/Tokyo'])('are dates in %s', (zone) => {
    expect(days(google('2026-03-06T00:00:00.000Z'), zone)).toEqual(['2026-03-06'])
    expect(days('Title,Due\nA,2026-03-06 00:00:00 UTC\nB,\nC,2026-03-07T00:00:00Z\n', zone)).toEqual(['2026-03-06', null, '2026-03-07']) // prettier-ignore
  })
  test('are moments beside one of another time', () => {
    expect(days('Title,Due\nA,2026-03-06T00:00:00Z\nB,2026-03-06T15:30:00Z\n', 'America/Los_Angeles')).toEqual(['2026-03-05', '2026-03-06']) // prettier-ignore
  })
  test('leave a task of Google open that needs action', () => {
    expect(planned(google('2026-03-06T00:00:00.000Z')).tasks[0]?.description).not.toContain('Status')
  })
})

describe('[MOVE-33] sheets by hand', () => {
  test.each([
    ['Task,Owner,Due,Hours\nPaint,Ada,2026-03-05,4\nSand,,,2\n,,,\nTotal,,,6\n', 'Total · 6'],
    ['N°;Tâche;Responsable;Heures\n1;Peindre;Ada;4,5\n;Coudre;;2\nTotal;2;;6,5 h\n', 'Total · 2 · 6,5 h'],
    ['Aufgabe;Wer;Aufwand\nMalen;Ada;4\nNähen;;2\nSumme:;;€ 6.000,00\n', 'Summe: · € 6.000,00'],
    ['タスク,担当,工数\n塗装,田中,4\n帆,,2\n合計,,6\n', '合計 · 6'],
  ])('leave out a row of sums with a note: %j', (text, sum) => {
    const { tasks, notes } = planned(text)
    expect(tasks).toHaveLength(2)
    expect(notes).toContainEqual({ task: '', text: `A row of sums is left out: ${sum}` })
  })
  test('keep a task that only begins like a sum', () => {
    const text = 'Task,Owner\nTotal rewrite,Ada\nTotal,Ben\nSum up,\n'
    expect(planned(text).tasks.map(({ title }) => title)).toEqual(['Total rewrite', 'Total', 'Sum up'])
  })
  test.each([
    ['Lp.;Zadanie;Osoba;Termin;Stan;Uwagi\n1;Paint;Ada;05.03.2026;W toku;Blue\n'],
    ['Nr;Taak;Wie;Deadline;Status;Toelichting\n1;Paint;Ada;5-3-2026;Bezig;Blue\n'],
    ['No.,タスク,担当,期日,状況,備考\n1,Paint,Ada,2026/3/5,進行中,Blue\n'],
    ['序号,工作内容,责任人,完成时间,进展,备注\n1,Paint,Ada,2026/3/5,进行中,Blue\n'],
    ['N°;Que faire;Qui;Pour quand;Avancement;Remarques\n1;Paint;Ada;5 mars 2026;En cours;Blue\n'],
    ['Nr.;Was;Wer;Zu erledigen bis;Stand;Bemerkung\n1;Paint;Ada;05.03.2026;In Arbeit;Blue\n'],
  ])('are read in the words of their languages: %j', (text) => {
    const read = readText(text)
    const drafts = 'table' in read ? draftsOf(read.table, read.columns, { order: 'day' }) : read.drafts
    const { tasks, notes } = showPlan('csv', planOf(drafts, { members: [], labels: [] }))
    expect(tasks).toMatchObject([{ title: 'Paint', status: 'In Progress', dueOn: '2026-03-05' }])
    expect(tasks[0]?.description).toMatch(/^Blue\n[^]*- Assigned to: Ada/)
    expect(notes).toHaveLength(1)
  })
})

describe('[MOVE-15] plans and more programs', () => {
  test('MS Project and Smartsheet say by the number of a row what blocks a task', () => {
    const smartsheet = 'Task Name,Start,Finish,Predecessors,Assigned To\nBoat,01/05/26,01/16/26,,\nSand,01/05/26,01/07/26,,\nPaint,01/08/26,01/14/26,"2FS +1d, 1",\n' // prettier-ignore
    const read = readText(smartsheet)
    const drafts = 'table' in read ? draftsOf(read.table, read.columns, { order: 'month' }) : read.drafts
    const plan = planOf(drafts, { members: [], labels: [] })
    expect(plan.tasks[2]?.sent.blockedBy).toEqual([1, 0])
    expect(plan.notes).toEqual([])
    const project = 'ID,Task_Name,Finish_Date,Predecessors,Outline_Level,Resource_Names\n1,Boat,January 16 2026 5:00 PM,,1,\n2,Sand,January 7 2026 5:00 PM,,2,ada[50%]\n3,Paint,,2FS,2,\n' // prettier-ignore
    const { tasks } = planned(project)
    expect(tasks.map(({ description }) => /- Part of: (.*)/.exec(description)?.[1])).toEqual([undefined, 'Boat', 'Boat']) // prettier-ignore
    const ofProject = readText(project)
    const members = [{ userID: 'u1', username: 'ada', name: 'Ada Lovelace' }]
    const found = 'table' in ofProject ? planOf(draftsOf(ofProject.table, ofProject.columns), { members, labels: [] }) : null // prettier-ignore
    expect(found?.tasks[1]?.assignee?.username).toBe('ada')
    expect(found?.tasks[2]?.sent.blockedBy).toEqual([1])
  })
  test('Wrike has a status of its own beside one of four, and OpenProject calls an estimate work', () => {
    const wrike = 'Key,Folder,Parent task,Title,Status,Custom status,Priority,Assigned To,Start Date,End Date,Depends On,Start Date Constraint\n1,/Boat,,Paint,Active,In Review,Normal,,,,,\n2,/Boat,1,Sand,Completed,Shipped it,High,,,,,\n' // prettier-ignore
    expect(placesOf(wrike)).toEqual([['Paint', 'Under Review', 'In Review'], ['Sand', 'Completed', 'Shipped it']]) // prettier-ignore
    const openProject = 'ID,Type,Subject,Status,Assignee,Accountable,Priority,Finish date,Work,Remaining work,% Complete\n34,TASK,Paint,In progress,,,Normal,2026-01-16,8h,4h,50\n' // prettier-ignore
    expect(planned(openProject).tasks).toMatchObject([{ title: 'Paint', status: 'In Progress', estimateHours: 8, dueOn: '2026-01-16' }]) // prettier-ignore
  })
  test('Airtable names attachments with their addresses, and Basecamp lists', () => {
    const airtable = 'Name,Attachments\nPaint,"hull.png (https://dl.example.org/a/hull.png),plan b.pdf (https://dl.example.org/b)"\n' // prettier-ignore
    const [paint] = planned(airtable).tasks
    expect(paint?.description).toContain('- Attachment: [hull.png](https://dl.example.org/a/hull.png)\n- Attachment: [plan b.pdf](https://dl.example.org/b)') // prettier-ignore
    expect(placesOf('To-do list,To-do,Assigned to\nBefore the show,Paint,\n')).toEqual([['Paint', 'Assigned', 'Before the show']]) // prettier-ignore
  })
  test('Monday’s group is no status of a task without one', () => {
    const text = 'Boats\nBefore\nName,Subitems,Status\nPaint,,Done\nSand,,\nAfter\nName,Subitems,Status\nSell,,\n'
    expect(placesOf(text)).toEqual([['Paint', 'Completed', 'Done'], ['Sand', 'Assigned', null], ['Sell', 'Assigned', null]]) // prettier-ignore
    expect(planned(text).tasks[2]?.description).toContain('- Group: After')
  })
})

describe('[MOVE-33] more sheets by hand', () => {
  const titlesOf = (text: string) => planned(text).tasks.map(({ title }) => title)
  test('numbers are no titles where another column has texts', () => {
    const text = 'Task #,Task Description,Team Member,Target Completion,Actual Completion\n1,Paint the hull,Ada,2026-03-05,\n2,Buy rope,Ben,2026-03-06,2026-03-04\n' // prettier-ignore
    expect(planned(text).tasks.map(({ title, status, dueOn }) => [title, status, dueOn])).toEqual([['Paint the hull', 'Assigned', '2026-03-05'], ['Buy rope', 'Completed', '2026-03-06']]) // prettier-ignore
    expect(titlesOf('Task,Description\n1,Paint the hull\n2,Buy rope\n')).toEqual(['Paint the hull', 'Buy rope'])
    expect(titlesOf('Title,Status\n1984,Done\n2001,Open\n')).toEqual(['1984', '2001'])
  })
  test('a name with an address is a person', () => {
    const text = 'Name,Email,Task\nAda Lovelace,ada@example.org,Paint hull\nBen Okri,ben@example.org,Buy rope\n'
    expect(titlesOf(text)).toEqual(['Paint hull', 'Buy rope'])
    expect(planned(text).tasks[0]?.description).toContain('- Assigned to: Ada Lovelace (ada@example.org)')
  })
  test('a head says in brackets what may be written, and databases write their first day for none', () => {
    const [task] = planned('Item,Priority (H/M/L),Done (Y/N),Due\nPaint,H,Y,1970-01-01\n').tasks
    expect(task).toMatchObject({ title: 'Paint', priority: 'high', status: 'Completed', dueOn: null })
    expect(planned('TASK,DUEDATE,PRIORITY\nPaint,0000-00-00,3 Top\n').tasks[0]).toMatchObject({ dueOn: null, priority: 'urgent' }) // prettier-ignore
  })
  test('boxes without points are lists', () => {
    for (const text of ['☐ Paint\n☑ Buy rope\n☐ Sew\n', '[ ] Paint\n[x] Buy rope\n[ ] Sew\n'])
      expect(planned(text).tasks.map(({ title, status }) => [title, status])).toEqual([['Paint', 'Assigned'], ['Buy rope', 'Completed'], ['Sew', 'Assigned']]) // prettier-ignore
    expect(() => planned('[ ]')).toThrow('This JSON has no list of tasks.')
  })
  test('lines in JSON keep their ticks, in cells and in records of Microsoft To Do', () => {
    const lines = [
      { text: 'Sand', isDone: true },
      { text: 'Prime', isDone: false },
    ]
    const cell = '"[{""title"":""Sand"",""done"":true},{""title"":""Prime"",""done"":false}]"'
    expect(planned(`title,subtasks\nPaint,${cell}\n`).tasks[0]?.doneWhen).toEqual(lines)
    const checklistItems = [
      { displayName: 'Sand', isChecked: true },
      { displayName: 'Prime', isChecked: false },
    ]
    const due = { dateTime: '2026-03-06T00:00:00.0000000', timeZone: 'UTC' }
    const [task] = planned({ value: [{ title: 'Paint', status: 'notStarted', checklistItems, dueDateTime: due }] }, 'America/New_York').tasks // prettier-ignore
    expect(task).toMatchObject({ doneWhen: lines, dueOn: '2026-03-06' })
  })
  const linesIn = (file: string | object) => planned(file).tasks[0]?.doneWhen
  test('lines in JSON have the names of their program, and are never JSON', () => {
    const subtasks = [
      { id: '2', key: 'BOAT-2', fields: { summary: 'Sew', status: { name: 'Done' } } },
      { id: '3', key: 'BOAT-3', fields: {} },
    ]
    const lines = [
      { text: 'Sew', isDone: true },
      { text: 'BOAT-3', isDone: false },
    ]
    expect(linesIn({ issues: [{ key: 'BOAT-1', fields: { summary: 'Paint', subtasks } }] })).toEqual(lines)
    expect(linesIn(`title,subtasks\nPaint,"${JSON.stringify(subtasks).replaceAll('"', '""')}"\n`)).toEqual(lines)
    const buy = [{ text: 'Buy', isDone: false }]
    for (const checklist of [
      [{ title: 'Buy' }, { title: '' }],
      [{ name: '', title: 'Buy' }, {}],
      [{ step: 'Buy' }],
      ['Buy', ''],
    ])
      expect(linesIn([{ title: 'Paint', checklist }])).toEqual(buy)
    expect(linesIn('title,checklist\nPaint,"[{""title"":""Buy""},{""title"":""""}]"\n')).toEqual(buy)
    expect(linesIn('title,checklist\nPaint,"{""step"":""Buy""}"\n')).toEqual(buy)
    expect(linesIn([{ title: 'Paint', acceptanceCriteria: [{ text: 'Buy', date: '2026-03-05', done: true }] }])).toEqual([{ text: 'Buy', isDone: true }]) // prettier-ignore
  })
  test('texts in JSON keep their ticks, and lists their lines', () => {
    const lines = [
      { text: 'Buy rope; red', isDone: true },
      { text: 'Sand', isDone: false },
    ]
    const checklist = ['[x] Buy rope; red', '- [ ] Sand']
    expect(linesIn([{ title: 'Paint', checklist }])).toEqual(lines)
    expect(linesIn(`title,checklist\nPaint,"${JSON.stringify(checklist).replaceAll('"', '""')}"\n`)).toEqual(lines)
    const checklists = [
      {
        name: 'Before',
        items: [
          { name: 'Buy', resolved: true },
          { name: 'Sand', resolved: false },
        ],
      },
    ]
    expect(linesIn({ tasks: [{ name: 'Paint', checklists }] })).toEqual([
      { text: 'Before: Buy', isDone: true },
      { text: 'Before: Sand', isDone: false },
    ])
  })
})
