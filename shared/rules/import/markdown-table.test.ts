import { expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'

const plan = (text: string) => {
  const read = readText(text, { zone: 'UTC' })
  const drafts = 'table' in read ? draftsOf(read.table, read.columns, { zone: 'UTC' }) : read.drafts
  return showPlan(read.kind, planOf(drafts, { members: [{ userID: 'u1', username: 'ada', name: 'Ada Lovelace' }], labels: [] })) // prettier-ignore
}
const placesIn = (text: string) => plan(text).tasks.map(({ title, status, stage }) => [title, status, stage])

test('[MOVE-33] a table of Markdown is read without its line of hyphens, its bars and its signs', () => {
  const { tasks, notes } = plan(
    '# Boat show\n\n| Task | Owner | Status | Due |\n| ---- | :---: | ------ | --: |\n' +
      '| Paint the hull | @ada | In progress | 2026-12-01 |\n| Buy **rope** \\| red | | ~~Done~~ | |\n| Sew [guide](https://example.org/g) | | Todo | |\n',
  )
  expect(tasks.map(({ title, status, assignee, dueOn }) => [title, status, assignee, dueOn])).toEqual([
    ['Paint the hull', 'In Progress', 'ada', '2026-12-01'],
    ['Buy rope | red', 'Completed', null, null],
    ['Sew guide', 'Assigned', null, null],
  ])
  expect(tasks[2]?.description).toContain('- Link: https://example.org/g')
  expect(notes).toEqual([{ task: '', text: 'Outside the tables stands: # Boat show' }])
})

test.each([
  ['a column without a name', '| | Task |\n|---|---|\n| [x] | Paint |\n| [ ] | Sew |\n| - [ ] | Rope |\n'],
  ['a column of signs', 'Task | Ready | Done\n--- | --- | :-:\nPaint | | ✅\nSew | | ❌\nRope | | [ ]\n'],
  ['the titles', '| Task | Owner |\n|:-|-:|\n| - [x] Paint | |\n| [ ] Sew | |\n| Rope | |\n'],
])('[MOVE-13] a box in %s says what is done', (_, text) => {
  expect(placesIn(text).map(([title, status]) => [title, status])).toEqual([['Paint', 'Completed'], ['Sew', 'Assigned'], ['Rope', 'Assigned']]) // prettier-ignore
})

test('[MOVE-12] several tables are one, with the headings above them as lists, and points with boxes are tasks', () => {
  const text = '## Before\nFew words.\n| Task | Owner |\n|--|--|\n| Paint | ada |\n\n## After\n\n| Name | Due |\n|--|--|\n| Sell | 2026-12-01 |\n\nBye.\n' // prettier-ignore
  expect(placesIn(text)).toEqual([['Paint', 'Assigned', 'Before'], ['Sell', 'Assigned', 'After']]) // prettier-ignore
  expect(plan(text).notes.map(({ text: said }) => said)).toEqual(['Outside the tables stands: Few words.', 'Outside the tables stands: Bye.']) // prettier-ignore
  const mixed = '# Sprint\n- [ ] Paint\n- [x] Sew\n\n| Task | Owner |\n|------|-------|\n| Sell | ada |\n'
  expect(placesIn(mixed)).toEqual([['Paint', 'Assigned', 'Sprint'], ['Sew', 'Completed', 'Sprint'], ['Sell', 'Assigned', null]]) // prettier-ignore
})

test('[MOVE-14] a cell keeps its lines, and Notion’s titles their addresses', () => {
  const page = 'https://www.notion.so/Paint-0a1b2c3d4e5f60718293a4b5c6d7e8f9?pvs=21'
  const [task] = plan(`| Name | Notes | Subtasks |\n| --- | --- | --- |\n| [Paint](${page}) | **blue**<br>twice | [x] Sand<br>[ ] Prime |\n`).tasks // prettier-ignore
  expect(task).toMatchObject({ title: 'Paint', doneWhen: [{ text: 'Sand', isDone: true }, { text: 'Prime', isDone: false }] }) // prettier-ignore
  expect(task?.description).toBe(`**blue**\ntwice\n\n**From the file**\n\n- Link: ${page}`)
})

test('[MOVE-33] a heading that no row names is a note, and a second column of titles costs no row of another table', () => {
  const text =
    '# Sea\n| Task | List |\n|--|--|\n| Paint | Hull |\n\n# Land\n| Task | Title |\n|--|--|\n| Sew | Sails |\n'
  const { tasks, notes, refused } = plan(text)
  expect(tasks.map(({ title, stage }) => [title, stage])).toEqual([['Paint', 'Hull'], ['Sew', 'Land']]) // prettier-ignore
  expect(tasks[1]?.description).toContain('- Other Title: Sails')
  expect([notes, refused]).toEqual([[{ task: '', text: 'Outside the tables stands: # Sea' }], []])
})

test('[MOVE-08] what Obsidian writes above a table is a note', () => {
  const { tasks, notes } = plan('---\ntags: [boat]\n---\n| Task |\n|--|\n| Paint |\n')
  expect([tasks.length, notes]).toEqual([1, [{ task: '', text: 'Outside the tables stands: tags: [boat]' }]])
})

test('[MOVE-15] names and what each does are two columns of one table', () => {
  const text = '| Name | Task | Name |\n|--|--|--|\n| Ada Lovelace | Paint the hull | x |\n| Ada Lovelace | Sew | y |\n'
  expect(plan(text).tasks.map(({ title, assignee }) => [title, assignee])).toEqual([['Paint the hull', 'ada'], ['Sew', 'ada']]) // prettier-ignore
})

test('[MOVE-08] a table within a cell of a CSV is text', () => {
  expect(placesIn('Title,Description\nPaint,"| a | b |\n|---|---|\n| 1 | 2 |"\n')).toEqual([
    ['Paint', 'Assigned', null],
  ])
  expect(placesIn('Title|Status\nPaint|Done\n')).toEqual([['Paint', 'Completed', 'Done']])
})

const T = '"Colours:\n| a | b |\n|---|---|\n| 1 | 2 |\n"'
const titlesIn = (text: string) => plan(text).tasks.map(({ title }) => title)
test.each([
  [`sep=;\nTitle;Notes\nPaint;${T}\nSew;x\n`, ['Paint', 'Sew']],
  [`Exported by X\nTitle,Description,Status\nPaint,${T},Open\nSew,x,Open\n`, ['Paint', 'Sew']],
  [`Vorhaben;Bemerkung\nPaint;${T}\nSew;x\n`, ['Paint', 'Sew']],
  [`Title|Notes|Status\nPaint|${T}|Done\nSew|x|Open\n`, ['Paint', 'Sew']],
  ['# Todo\n- Paint\n- Sew\n- Rope\n- Sell\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n- A\n- B\n- C\n- D\n', ['Paint', 'Sew', 'Rope', 'Sell', 'A', 'B', 'C', 'D']],
  ['* TODO Paint\n  | a | b |\n  |---+---|\n  | 1 | 2 |\n* DONE Sew\n', ['Paint', 'Sew']],
  ['Title|Notes|Done\nPaint|x|no\n-|-|-\nSew|y|no\n', ['Paint', '-', 'Sew']],
])('[MOVE-08] a table in a cell, in a note or below the names of a sheet costs no task: %j', (text, titles) => {
  expect(titlesIn(text)).toEqual(titles)
}) // prettier-ignore

test('[MOVE-08] a list with boxes keeps the table of a note in its description', () => {
  const { tasks } = plan(
    '- [ ] Paint\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n- [x] Sew\n- [ ] Rope\n- [ ] Sell\n- [ ] Buy\n',
  )
  expect(tasks).toHaveLength(5)
  expect(tasks[0]?.description).toContain('| 1 | 2 |')
})

test('[MOVE-05] a table of 150,000 rows is read, without its row of sums', () => {
  const read = readText(`| Task | Hours |\n|--|--|\n${'| Paint | 3 |\n'.repeat(150_000)}| Total | 450000 |\n`)
  expect('table' in read && read.table.rows.length).toBe(150_000)
  expect('table' in read && read.table.oddities).toEqual(['A row of sums is left out: Total, 450000'])
})
