import { expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { readImport, readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'

const members = [{ userID: 'u1', username: 'ada', name: 'Ada Lovelace', email: 'ada@example.org' }]
const planned = (text: string, zone = 'Europe/Berlin') => {
  const read = readText(text, { zone })
  return planOf('table' in read ? draftsOf(read.table, read.columns, { zone }) : read.drafts, { members, labels: [] })
}
const shown = (text: string, zone?: string) => showPlan('csv', planned(text, zone))
const todo = (...lines: string[]) => ['BEGIN:VTODO', ...lines, 'END:VTODO'].join('\r\n')
const calendar = (...tasks: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Nextcloud Tasks v0.16', ...tasks, 'END:VCALENDAR', ''].join('\r\n') // prettier-ignore

test('[MOVE-33] tasks of a calendar keep every value, folded lines and escaped signs', () => {
  const text = calendar(
    'X-WR-CALNAME:Boat show',
    todo(
      'UID:paint', 'DTSTAMP:20261101T101112Z', 'SUMMARY:Paint the hull\\, twice\\; bl', ' ue', 'DESCRIPTION:First line\\nand \\\\n second', 'STATUS:IN-PROCESS', 'PRIORITY:1',
      'DUE;TZID=Europe/Berlin:20261201T180000', 'DTSTART;VALUE=DATE:20261120', 'PERCENT-COMPLETE:50', 'CATEGORIES:hull,blue\\, navy', 'CATEGORIES:paint', 'LOCATION:North pier',
      'ATTENDEE;CN="Ada Lovelace";PARTSTAT=ACCEPTED:mailto:ada@example.org', 'COMMENT:Which?', 'ATTACH:https://example.org/hull.png', 'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;RELATED=END:-PT15M', 'DESCRIPTION:Alarm', 'END:VALARM',
    ),
    todo('UID:sand', 'SUMMARY:Sand', 'RELATED-TO:paint', 'STATUS:COMPLETED', 'COMPLETED:20261103T120000Z', 'PRIORITY:5'),
    todo('UID:sell', 'SUMMARY:Sell', 'STATUS:CANCELLED', 'PRIORITY:9', 'DUE;VALUE=DATE:20261224', 'RELATED-TO;RELTYPE=DEPENDS-ON:sand', 'RRULE:FREQ=WEEKLY'),
    'BEGIN:VEVENT\r\nUID:e1\r\nSUMMARY:Show\r\nEND:VEVENT',
  ) // prettier-ignore
  const { tasks, notes, refused } = shown(text)
  expect(tasks.map(({ title, status, priority, dueOn, labels, assignee }) => [title, status, priority, dueOn, labels, assignee])).toEqual([
    ['Paint the hull, twice; blue', 'In Progress', 'high', '2026-12-01', ['hull', 'blue, navy', 'paint'], 'ada'],
    ['Sand', 'Completed', 'medium', null, [], null],
    ['Sell', 'Rejected', 'low', '2026-12-24', [], null],
  ]) // prettier-ignore
  expect(tasks[0]?.description).toMatch(/^First line\nand \\n second\n/)
  for (const line of ['Due: 2026-12-01 18:00 +01:00 (Europe/Berlin)', 'Start: 2026-11-20', 'Percent complete: 50%', 'Location: North pier', 'Reminder: -PT15M', 'Attachment: https://example.org/hull.png']) expect(tasks[0]?.description).toContain(`- ${line}`) // prettier-ignore
  expect(tasks[0]?.comments).toEqual([{ author: null, on: null, body: 'Which?' }])
  expect(tasks[1]?.description).toContain('- Part of: Paint the hull, twice; blue')
  expect(tasks[2]?.description).toContain('- Repeats: FREQ=WEEKLY')
  expect(planned(text).tasks[2]?.sent.blockedBy).toEqual([1])
  expect(notes.map(({ text: said }) => said)).toEqual(['The calendar is called “Boat show”.', 'It is no task, and left out: “Show”.']) // prettier-ignore
  expect(refused).toEqual([])
})

test('[MOVE-10] a due date of a calendar is a day of the person’s zone, and a date alone is that day', () => {
  const daysIn = (zone: string) => shown(calendar(
    todo('SUMMARY:A', 'DUE:20261201T233000Z'),
    todo('SUMMARY:B', 'DUE;TZID=America/Los_Angeles:20261201T180000'),
    todo('SUMMARY:C', 'DUE;VALUE=DATE:20261201'),
    todo('SUMMARY:D', 'DUE;TZID=W. Europe Standard Time:20261201T235900'),
    todo('SUMMARY:E', 'DUE:20261201T235900'),
  ), zone).tasks.map(({ dueOn }) => dueOn) // prettier-ignore
  expect(daysIn('Europe/Berlin')).toEqual(['2026-12-02', '2026-12-02', '2026-12-01', '2026-12-01', '2026-12-01'])
  expect(daysIn('America/Los_Angeles')).toEqual(['2026-12-01', '2026-12-01', '2026-12-01', '2026-12-01', '2026-12-01'])
})

test.each([
  ['Australia/Sydney', '20261004T000000', '2026-10-04'],
  ['Australia/Sydney', '20261004T040000', '2026-10-04'],
  ['Asia/Jerusalem', '20260327T000000', '2026-03-27'],
  ['Pacific/Auckland', '20260927T003000', '2026-09-27'],
  ['America/New_York', '20261101T233000', '2026-11-01'],
  ['Asia/Kolkata', '20261101T000000', '2026-11-01'],
])('[MOVE-10] near a change of the clocks a due date in %s, %s, is its own day', (zone, due, day) => {
  expect(shown(calendar(todo('SUMMARY:A', `DUE;TZID=${zone}:${due}`)), zone).tasks[0]?.dueOn).toBe(day)
})

const [a, b, c] = ['A', 'B', 'C'].map((title) => todo(`SUMMARY:${title}`)) as [string, string, string]
test.each([
  ['an END is missing', calendar('BEGIN:VTODO', 'SUMMARY:A', b, c)],
  ['an alarm has no END, nor its task', calendar('BEGIN:VTODO', 'SUMMARY:A', 'BEGIN:VALARM', 'TRIGGER:-PT5M', b, c)],
  ['a calendar has no END', `BEGIN:VCALENDAR\n${a}\n${calendar(b, c)}`],
  ['an event has no END', calendar('BEGIN:VEVENT', 'SUMMARY:Show', a, b, c)],
  ['a line is between them', calendar(a, '-----', b, ' -----', c)],
  ['a line is behind BEGIN', calendar('BEGIN:VTODO', '-- task', 'SUMMARY:A', 'END:VTODO', b, c)],
  ['parts are deep', calendar(a, 'BEGIN:X\n'.repeat(20_000), b, c)],
])('[MOVE-01] every task of a calendar is read when %s', (_, text) => {
  expect(shown(text).tasks.map(({ title }) => title)).toEqual(['A', 'B', 'C'])
})

test('[MOVE-33] a line that belongs to no task is a note, and what an alarm says is kept', () => {
  expect(shown(calendar(a, '-----', b)).notes.map(({ text }) => text)).toEqual(['Line 7 belongs to no task: “-----”.'])
  const alarm = 'BEGIN:VALARM\nTRIGGER:-PT5M\nDESCRIPTION:Take the brushes along\nEND:VALARM'
  expect(shown(calendar(todo('SUMMARY:A', alarm))).tasks[0]?.description).toContain('-PT5M, Take the brushes along')
})

test('[MOVE-01] what cannot be read of a calendar costs its field alone', () => {
  const { tasks, notes, refused } = shown(
    'BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:Paint\nDUE:soon\nPRIORITY:rush\nDUE:20261201\nDESCRIPTION:One\nthat is not folded\nEND:VTODO\nBEGIN:VTODO\nPERCENT-COMPLETE:40\nSUMMARY:Sew\nEND:VTODO\nBEGIN:VTODO\nUID:x\nEND:VTODO\n',
  )
  expect(tasks.map(({ title, dueOn, status }) => [title, dueOn, status])).toEqual([['Paint', null, 'Assigned'], ['Sew', null, 'In Progress']]) // prettier-ignore
  expect(tasks[0]?.description).toMatch(
    /^One\nthat is not folded\n[^]*- Priority: rush[^]*- Due date: soon[^]*- Further Due date: 2026-12-01/,
  )
  expect(notes.map(({ task }) => task)).toEqual(['Paint', 'Paint'])
  expect(refused).toEqual([{ line: 14, text: 'It has no title.' }])
})

test.each([
  ['BEGIN:VCALENDAR\r\nVERSION:2.0', 'This calendar has no tasks. Please export a list of tasks.'],
  ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Show\nEND:VEVENT\nEND:VCALENDAR', 'This calendar has events and no tasks. Please export a list of tasks.'],
])('[MOVE-25] a calendar without tasks is named', async (text, why) => {
  await expect(readImport(new TextEncoder().encode(text), {}, async () => Promise.resolve([]))).rejects.toThrow(why)
}) // prettier-ignore
