import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'

const plan = (text: string) => {
  const read = readText(text, { zone: 'Europe/Berlin' })
  const drafts = 'table' in read ? draftsOf(read.table, read.columns, { zone: 'Europe/Berlin' }) : read.drafts
  return showPlan(read.kind, planOf(drafts, { members: [], labels: [] }))
}

test('[MOVE-06] a checklist in Markdown: points are tasks, points within them their lines, headings their lists', () => {
  const { tasks, notes, refused } = plan(
    '# Launch\n\n## To do\n\n- [ ] Write the copy, twice\n  In two languages.\n  - [x] first draft\n  - proofread\n* Print; fold\n\n## Done ##\n1. [X] Buy the domain\n',
  )
  expect(tasks.map(({ title, status, stage, doneWhen }) => ({ title, status, stage, doneWhen }))).toEqual([
    {
      title: 'Write the copy, twice',
      status: 'Assigned',
      stage: 'To do',
      doneWhen: [
        { text: 'first draft', isDone: true },
        { text: 'proofread', isDone: false },
      ],
    },
    { title: 'Print; fold', status: 'Assigned', stage: 'To do', doneWhen: [] },
    { title: 'Buy the domain', status: 'Completed', stage: 'Done', doneWhen: [] },
  ])
  expect(tasks[0]?.description).toMatch(/^In two languages\./)
  expect([notes.map(({ text }) => text), refused]).toEqual([['The heading “Launch” has no points of its own.'], []])
})

test('[MOVE-06] numbered and bulleted notes with other line ends and tabs are lists too', () => {
  expect(plan('\ufeffShopping\r\n1) Milk\r\n2) Bread\r\n\t• white\r\n').tasks.map(({ title, doneWhen }) => [title, doneWhen.length])).toEqual([['Milk', 0], ['Bread', 1]]) // prettier-ignore
  expect(plan('- A\r- B\r').tasks.map(({ title }) => title)).toEqual(['A', 'B'])
})

test('[MOVE-06] a table whose cells begin with signs stays a table', () => {
  const days = ['2026-03-05', '2026-03-06', '2026-03-07']
  const { tasks } = plan(`Title,Due date\n${days.map((day) => `- Paint,${day}\n`).join('')}`)
  expect(tasks.map(({ dueOn }) => dueOn)).toEqual(days)
  const under = (above: string) => plan(`${above}Title;Due date\n1. Paint;2026-03-05\n2. Sand;2026-03-06\n`).tasks.map(({ dueOn }) => dueOn) // prettier-ignore
  for (const above of ['', 'Boats\nAll of them\n', 'sep=;\n'])
    expect(under(above)).toEqual(['2026-03-05', '2026-03-06'])
  expect(plan('Tag;Was\n12. März 2026;Malen\n13. März 2026;Sägen\n').tasks.map(({ title }) => title)).toEqual(['Malen', 'Sägen']) // prettier-ignore
  expect(plan('Title,Notes\nPaint,"- sand\n- prime\n- paint\n- wait"\n').tasks.map(({ title }) => title)).toEqual(['Paint']) // prettier-ignore
})

test('[MOVE-06] a checklist whose first point looks like names, headings with signs, odd line ends, and one line with a semicolon', () => {
  expect(plan('- Name, phone\n- Title, day\n').tasks.map(({ title }) => title)).toEqual(['Name, phone', 'Title, day'])
  expect(plan('# Learn C#\n- Read\n## Done ##\n- Install\n').tasks.map(({ stage }) => stage)).toEqual(['Learn C#', 'Done']) // prettier-ignore
  expect(plan('- A\u2028b\n- C\n').tasks).toHaveLength(2)
  expect(plan('- Shop\n  - [x] milk; eggs\n').tasks[0]?.doneWhen).toEqual([{ text: 'milk; eggs', isDone: true }])
})

test('[MOVE-06] a long line of blanks or signs takes no time', () => {
  for (const sign of [' ', '#', '\t'])
    expect(plan(`- A\n# a${sign.repeat(100_000)}b\n- B\n`).tasks.map(({ title }) => title)).toEqual(['A', 'B'])
})

test('[MOVE-05] every line of a list is in a title, a line, a description or a note', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/)
  const line = fc.tuple(
    fc.constantFrom('- ', '* ', '1. ', '- [ ] ', '- [x] ', '  - ', '    - [x] ', '# ', '## ', '  '),
    word,
  )
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
      const points = lines.filter(([sign]) => /[-*.\]] $/.test(sign)).length
      fc.pre(points > 0 && points >= lines.length * 0.6)
      const { tasks, notes, refused } = plan(lines.map(([sign, text], at) => `${sign}${text}q${at}q`).join('\n'))
      const said = JSON.stringify([tasks, notes, refused])
      for (const [at, [, text]] of lines.entries()) expect(said).toContain(`${text}q${at}q`)
    }),
  )
})

test('[MOVE-33] a board of Obsidian has days, priorities and labels behind its points, and settings of its own', () => {
  const { tasks, notes } = plan(
    '---\nkanban-plugin: board\n---\n\n## Todo\n\n- [ ] Paint the hull 📅 2026-12-01 ⏫ #hull #blue\n- [ ] Buy C# book @{2026-12-03}\n\n## Doing\n\n- [ ] Sew [due:: 2026-12-05] twice\n\n## Done\n\n**Complete**\n- [x] Sell ✅ 2026-11-20\n\n%% kanban:settings\n```\n{"kanban-plugin":"board"}\n```\n%%\n',
  )
  expect(tasks.map(({ title, status, dueOn, priority, labels }) => [title, status, dueOn, priority, labels])).toEqual([
    ['Paint the hull', 'Assigned', '2026-12-01', 'high', ['hull', 'blue']],
    ['Buy C# book', 'Assigned', '2026-12-03', 'none', []],
    ['Sew twice', 'In Progress', '2026-12-05', 'none', []],
    ['Sell', 'Completed', null, 'none', []],
  ])
  expect(tasks[3]?.description).toContain('- Done: 2026-11-20')
  expect(notes.map(({ text }) => text)).toContain('Outside the list stands: kanban-plugin: board')
})

test('[MOVE-12] lists of plain notes are named by a line with a colon, in bold, or underlined', () => {
  const { tasks } = plan('To do:\n- Paint\n- Sew\n\n**Doing**\n* Rope\n\nDone\n----\n- Sell\n')
  expect(tasks.map(({ title, status }) => [title, status])).toEqual([['Paint', 'Assigned'], ['Sew', 'Assigned'], ['Rope', 'In Progress'], ['Sell', 'Completed']]) // prettier-ignore
})

test('[MOVE-33] todo.txt is a task a line', () => {
  const { tasks, notes } = plan(
    '(A) 2026-01-02 Paint the hull +Boat @yard due:2026-03-05\nx 2026-01-04 2026-01-02 Sand the hull +Boat pri:B\n\nCall @harbour about https://example.org:80/x rec:1w\n(C) Buy rope @shop\n',
  )
  expect(tasks.map(({ title, status, priority, dueOn, labels }) => [title, status, priority, dueOn, labels])).toEqual([
    ['Paint the hull', 'Assigned', 'urgent', '2026-03-05', ['Boat', 'yard']],
    ['Sand the hull', 'Completed', 'high', null, ['Boat']],
    ['Call @harbour about https://example.org:80/x', 'Assigned', 'none', null, ['harbour']],
    ['Buy rope', 'Assigned', 'medium', null, ['shop']],
  ])
  expect(tasks[1]?.description).toMatch(/- Done: 2026-01-04[^]*- Created: 2026-01-02/)
  expect(tasks[2]?.description).toContain('- Further: rec:1w')
  expect(notes).toEqual([])
  // A sheet with such words is none.
  expect(plan('Title,Status\n(A) Paint,Done\nMail ada @home,Open\n').tasks[0]).toMatchObject({ title: '(A) Paint', status: 'Completed' }) // prettier-ignore
})

test('[MOVE-33] TaskPaper writes its days behind its points', () => {
  const { tasks } = plan('Boat:\n\t- Paint @due(2026-12-01)\n\t- Sew @done(2026-11-02)\n')
  expect(tasks.map(({ title, status, dueOn }) => [title, status, dueOn])).toEqual([['Paint', 'Assigned', '2026-12-01'], ['Sew', 'Completed', null]]) // prettier-ignore
})

test('[MOVE-33] todo.txt needs no priorities', () => {
  const { tasks } = plan('Call harbour +Boat @phone due:2026-03-05\nBuy rope @shop\nx Sand +Boat\n')
  expect(tasks.map(({ title, status, dueOn, labels }) => [title, status, dueOn, labels])).toEqual([
    ['Call harbour', 'Assigned', '2026-03-05', ['Boat', 'phone']],
    ['Buy rope', 'Assigned', null, ['shop']],
    ['Sand', 'Completed', null, ['Boat']],
  ])
  expect(plan('Mail @ada\nCall @ben\n').tasks.map(({ title }) => title)).toEqual(['Mail @ada', 'Call @ben'])
})

test.each([
  ['Title,Description\n"Fix login","Steps:\n* TODO write tests"\n"Next task","x"\n', ['Fix login', 'Next task']],
  ['# Boat\n* Buy rope\n* TODO call harbour\n* Paint\n', ['Buy rope', 'TODO call harbour', 'Paint']],
  ['* Buy rope\n* TODO call harbour\n* Paint\n', ['Buy rope', 'TODO call harbour', 'Paint']],
])('[MOVE-33] a point that begins with TODO makes no Org file: %j', (text, titles) =>
  expect(plan(text).tasks.map(({ title }) => title)).toEqual(titles),
)

test('[MOVE-33] a heading of Org is left with its level, and one without tasks is a note', () => {
  const { tasks, notes } = plan('#+TITLE: Sea\n* Boat\n** TODO Paint\n* TODO Sail\n* Later\n')
  expect(tasks.map(({ title }) => title)).toEqual(['Paint', 'Sail'])
  expect(tasks[0]?.description).toContain('List: Boat')
  expect(tasks[1]?.description).not.toContain('List')
  expect(notes.map(({ text }) => text).join('\n')).toContain('Outside the tasks stands: Later')
})

test('[MOVE-33] what only looks like a pair of todo.txt stays in the title', () => {
  const { tasks } = plan(
    '(A) Call Bob at 10:30\n(B) Re:paint\n(C) Sand and Re:paint 3:4\n(A) Read chapter:two of it +Boat\n(A) Show h:mm due:2026-03-05 t:2026-03-01 then\n(A) Paint id:7 p:3 h:1 ward:pier\n(A) re:paint due:2026-03-05\n(A) +Boat shore:north\n',
  )
  expect(tasks.map(({ title }) => title)).toEqual([
    'Call Bob at 10:30',
    'Re:paint',
    'Sand and Re:paint 3:4',
    'Read chapter:two of it',
    'Show h:mm then',
    'Paint',
    're:paint',
    '+Boat shore:north',
  ])
  expect(tasks[0]?.description).not.toContain('Further')
  expect(tasks[4]?.dueOn).toBe('2026-03-05')
  expect(tasks[4]?.description).toContain('- Further: t:2026-03-01')
  expect(tasks[5]?.description).toContain('- Further: id:7 p:3 h:1 ward:pier')
})

test('[MOVE-33] headings of Org with a keyword are tasks, and others their lists', () => {
  const { tasks, notes } = plan(
    `#+TITLE: Boat plan
#+TODO: TODO PRÜFEN REVIEW | DONE
* Hull
** TODO [#A] Paint the hull                  :hull:blue:
   DEADLINE: <2026-03-05 Thu> SCHEDULED: <2026-03-01 Sun 10:00>
   :PROPERTIES:
   :Effort: 2:30
   :END:
   Two coats.
   - [X] Sand
   - [ ] Prime
*** DONE Buy paint
    CLOSED: [2026-01-04 Sun 10:00]
*** Colours
    Blue 5
* Sails
** REVIEW Sew
`,
  )
  expect(tasks.map(({ title, status, priority, dueOn, labels }) => [title, status, priority, dueOn, labels])).toEqual([
    ['Paint the hull', 'Assigned', 'high', '2026-03-05', ['hull', 'blue']],
    ['Buy paint', 'Completed', 'none', null, []],
    ['Sew', 'Under Review', 'none', null, []],
  ])
  expect(tasks[0]).toMatchObject({ estimateHours: 2.5, doneWhen: [{ text: 'Sand', isDone: true }, { text: 'Prime', isDone: false }] }) // prettier-ignore
  expect(tasks[0]?.description).toMatch(/^Two coats\.\nColours\nBlue 5\n[^]*- List: Hull\n- Scheduled: 2026-03-01$/)
  expect(tasks[1]?.description).toMatch(/- Closed: 2026-01-04\n- Part of: Paint the hull/)
  expect(notes.map(({ text }) => text)).toEqual([
    'Outside the tasks stands: #+TITLE: Boat plan',
    'Outside the tasks stands: #+TODO: TODO PRÜFEN REVIEW | DONE',
  ])
})

test.each([
  ['- [ ] Paint @ada due:2026-03-05\n- [x] Sew @ben\n- [ ] Rope +Boat\n', 'Sew @ben', 'Completed'],
  ['- Set the background to #fff\n- Sew\n', 'Set the background to #fff', 'Assigned'],
  ['- Post it in #general\n- Sew\n', 'Post it in #general', 'Assigned'],
  ['---\nkanban-plugin: board\n---\n- Set it to #fff\n- Sew\n', 'Set it to #fff', 'Assigned'],
])('[MOVE-33] points with signs of other programs stay what they are: %j', (text, title, status) => {
  expect(plan(text).tasks).toContainEqual(expect.objectContaining({ title, status, labels: [] }))
})

test('[MOVE-05] a line directly below a point is its note, and no list', () => {
  const { tasks } = plan('- Paint\nMind the colours.\n---\n- Sew\n')
  expect(tasks[0]?.description).toContain('Mind the colours.')
  expect(tasks[1]?.stage).toBeNull()
})

test('[MOVE-05] a sheet with plus signs is no todo.txt', () => {
  expect(plan('Paint, +Boat,2026-12-01\nSew, +Boat,2026-12-02\n').tasks.flatMap(({ labels }) => labels)).toEqual([])
})

test('[MOVE-05] many tags at the end of a title are all read', () => {
  // What reads the title once more for each tag would not end within the test's minute.
  const { tasks } = plan(`---\nkanban-plugin: board\n---\n- Paint${' #a'.repeat(300_000)}\n`)
  expect(tasks.map(({ title }) => title)).toEqual(['Paint'])
})
