import { expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'

const plan = (text: string) => {
  const read = readText(text, { zone: 'UTC' })
  const drafts = 'table' in read ? draftsOf(read.table, read.columns, { zone: 'UTC' }) : read.drafts
  return showPlan(read.kind, planOf(drafts, { members: [], labels: [] }))
}
const statuses = (text: string) => plan(text).tasks.map(({ title, status }) => [title, status])

test.each([
  ['Bugzilla', 'bug_id,product,bug_status,resolution,short_desc\n1,Boat,RESOLVED,WONTFIX,A\n2,Boat,NEW,---,B\n3,Boat,VERIFIED,FIXED,C\n4,Boat,CLOSED,WORKSFORME,D\n5,Boat,RESOLVED,INCOMPLETE,E\n6,Boat,REOPENED,WONTFIX,F\n'],
  ['Jira', "Summary,Issue key,Status,Resolution,Status Category\nA,B-1,Closed,Won't Do,Done\nB,B-2,To Do,,To Do\nC,B-3,Closed,Done,Done\nD,B-4,Resolved,Duplicate,Done\nE,B-5,Closed,Cannot Reproduce,Done\nF,B-6,In Progress,Declined,In Progress\n"],
  ['Jira in German', 'Zusammenfassung;Vorgangsschlüssel;Status;Lösung\nA;B-1;Geschlossen;Wird nicht umgesetzt\nB;B-2;Offen;Nicht erledigt\nC;B-3;Fertig;Fertig\nD;B-4;Fertig;Duplikat\nE;B-5;Geschlossen;Nicht reproduzierbar\nF;B-6;Offen;\n'],
  ['Azure DevOps', 'ID,Work Item Type,Title,State,Reason\n1,Bug,A,Closed,Duplicate\n2,Bug,B,New,New\n3,Bug,C,Resolved,Fixed\n4,Bug,D,Closed,Cannot Reproduce\n5,Bug,E,Removed,\n6,Bug,F,Active,Duplicate\n'],
  ['Mantis', "Id,Summary,Status,Resolution\n1,A,resolved,won't fix\n2,B,acknowledged,open\n3,C,closed,fixed\n4,D,closed,no change required\n5,E,closed,unable to duplicate\n6,F,feedback,open\n"],
  ['Trac', 'id,Summary,Status,Owner,Resolution\n1,A,closed,ada,wontfix\n2,B,new,ada,\n3,C,closed,ada,fixed\n4,D,closed,ada,invalid\n5,E,closed,ada,duplicate\n6,F,reopened,ada,wontfix\n'],
])('[MOVE-11] what %s has closed without doing it is Rejected', (_, text) => {
  const [, , , , , last] = statuses(text)
  expect(statuses(text).slice(0, 5)).toEqual([['A', 'Rejected'], ['B', 'Assigned'], ['C', 'Completed'], ['D', 'Rejected'], ['E', 'Rejected']]) // prettier-ignore
  expect(last?.[1]).not.toBe('Rejected')
}) // prettier-ignore

test('[MOVE-14] a reason in place of a status leaves the status in the description', () => {
  const [task] = plan('Title,Status,Resolution\nPaint,Closed,Wontfix\n').tasks
  expect(task?.description).toMatch(/- Status: Closed\n- Resolution: Wontfix$/)
})

test.each(
  'Won’t do|Cancelled|Not a bug|Works as designed|Superseded|Withdrawn|Storniert|Verworfen|Kein Fehler|Wird nicht gemacht|Doublon|Sans suite|Ne sera pas fait|Descartado|No se hará|Não será feito|Anulowany|Scartato|Vervallen|対応しない|見送り|重复|不予修复|Отменён|Дубликат|중복'.split(
    '|',
  ),
)('[MOVE-16] %s is Rejected', (word) =>
  expect(statuses(`Title,Status\nPaint,${word}\n`)).toEqual([['Paint', 'Rejected']]),
)

test.each([
  ['a title with a colon', 'Task,Owner,Due\nTo do:,,\nPaint,ada,2026-12-01\nSew,,\nIn progress：,,\nRope,ben,\nDone:,,\nSell,,\n'],
  ['the first column', 'Section,Task,Owner\nTo do,,\n,Paint,ada\n,Sew,\nIn progress,,\n,Rope,ben\nDone,,\n,Sell,\n'],
  ['Asana', 'Task ID,Created At,Completed At,Last Modified,Name,Assignee,Due Date,Notes,Projects,Parent Task\n1,2026-11-01,,2026-11-01,To do:,,,,Boat,\n2,2026-11-01,,2026-11-01,Paint,ada,,,Boat,\n3,2026-11-01,,2026-11-01,Sew,,,,Boat,\n4,2026-11-01,,2026-11-01,In progress:,,,,Boat,\n5,2026-11-01,,2026-11-01,Rope,,,,Boat,\n6,2026-11-01,,2026-11-01,Done:,,,,Boat,\n7,2026-11-01,2026-11-02,2026-11-01,Sell,,,,Boat,\n'],
])('[MOVE-12] rows of a section in %s are no tasks, and their tasks are in it', (_, text) => {
  expect(statuses(text).filter(([title]) => title !== 'Boat')).toEqual([['Paint', 'Assigned'], ['Sew', 'Assigned'], ['Rope', 'In Progress'], ['Sell', 'Completed']]) // prettier-ignore
  expect(plan(text).notes.map((note) => note.text)).toContain('The section “In progress” is no task; its tasks name it.')
  expect(plan(text).refused).toEqual([])
}) // prettier-ignore

test.each([
  ['Task\nWhat is still to be done:\nPaint\nSew\n', ['What is still to be done:', 'Paint', 'Sew']],
  ['["Call Bob:","Paint"]', ['Call Bob:', 'Paint']],
  ['- Call Bob:\n- Paint\n- Sew\n', ['Call Bob:', 'Paint', 'Sew']],
  ['Task,Owner\nWhat is still to be done:,\nPaint,ada\n', ['What is still to be done:', 'Paint']],
  ['Task,Owner\nDone:,\nPaint,ada\nHull:,\nSew,ben\n', ['Done:', 'Paint', 'Hull:', 'Sew']],
  ['Key,Title,Owner\nBOAT-1,Paint,ada\nBOAT-2,,\nBOAT-3,Sew,ben\n', ['Paint', 'Sew']],
  ['Link,Title,Owner\nhttps://example.org/1,Paint,ada\nhttps://example.org/2,,\n2026-12-01,,\nhttps://example.org/3,Sew,ben\n', ['Paint', 'Sew']],
  ['Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Due Date,Notes,Projects,Parent Task\n1,2026-11-01,,2026-11-01,Decide on colours:,,,,,Boat,\n2,2026-11-01,,2026-11-01,Paint,To do,ada,,,Boat,\n', ['Decide on colours:', 'Paint']],
])('[MOVE-12] titles with a colon, and rows with a key alone, begin no section: %j', (text, titles) => {
  expect(statuses(text).map(([title]) => title)).toEqual(titles)
  expect(statuses(text).filter(([, status]) => status === 'Completed')).toEqual([])
}) // prettier-ignore

test('[MOVE-12] a title with a colon and more beside it is a task, and so are titles that all have one', () => {
  expect(statuses('Task,Owner\nBuy:,ada\nPaint,\n').map(([title]) => title)).toEqual(['Buy:', 'Paint'])
  expect(statuses('Task,Owner\nBuy:,\nPaint:,\n').map(([title]) => title)).toEqual(['Buy:', 'Paint:'])
  expect(plan('Section,Task,Owner\nTo do,Paint,ada\nExported on Monday,,\n').refused).toHaveLength(1)
})

test('[MOVE-16] what blocks a row of a plan, and its lines, are found in other languages', () => {
  const read = readText('Vorgangsname;Aufgabe;Vorgänger;Unteraufgaben\nA;Malen;;Sand\nB;Nähen;1;\n')
  const tasks = 'table' in read ? planOf(draftsOf(read.table, read.columns), { members: [], labels: [] }).tasks : []
  expect(tasks.map(({ sent }) => [sent.blockedBy, sent.doneWhen])).toEqual([[[], [{ text: 'Sand', isDone: false }]], [[0], []]]) // prettier-ignore
})
