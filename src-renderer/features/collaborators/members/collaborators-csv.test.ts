import { expect, test } from 'vitest'
import { type Collaborator, collaboratorsOf } from '#shared/rules/collaborators.ts'
import { toCsv } from './collaborators-csv.ts'

const person = (more: Partial<Collaborator> = {}): Collaborator => ({
  ...collaboratorsOf(
    [
      {
        userID: 'u1',
        username: 'grace',
        name: 'Grace Field',
        email: 'grace@example.org',
        role: 'admin',
        skills: ['Maps', 'Tides'],
        createdAt: '2025-01-05T23:00:00.000Z',
        lastActive: '2025-02-05T10:00:00.000Z',
        status: 'Active',
      },
    ],
    [{ status: 4, assignedToID: 'u1' }],
    [{ userID: 'u1', paidCents: 123_405 }],
  )[0]!,
  ...more,
})
const lines = (...people: Collaborator[]) => toCsv(people, 'USD').slice(1).split('\r\n')

test('[COL-14] the file begins with a byte order mark and a line of titles; amounts and days are plain', () => {
  expect(toCsv([], 'USD').codePointAt(0)).toBe(0xfeff)
  expect(lines(person())).toEqual([
    'Name,Username,Email,Role,Status,Joined,Last active,Tasks completed,Total tasks,Completion (%),Earnings (USD),Skills',
    'Grace Field,grace,grace@example.org,admin,Active,2025-01-05,2025-02-05,1,1,100,1234.05,"Maps, Tides"',
    '',
  ])
})

test('[COL-14] commas, quotes and line breaks are quoted', () => {
  const [, line] = lines(person({ name: 'Field, "Grace"', skills: [] }))
  expect(line?.startsWith('"Field, ""Grace""",grace,')).toBe(true)
  expect(toCsv([person({ name: 'two\nlines' })], 'USD')).toContain('"two\nlines"')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =cmd', '＝1'])(
  '[COL-14] %j is text in a spreadsheet, never a formula',
  (name) => {
    const [first = ''] = toCsv([person({ name })], 'USD')
      .slice(1)
      .split('\r\n')
      .slice(1)
      .join('\r\n')
      .split(',grace,')
    expect(first.replace(/^"/, '').startsWith(`'${name}`)).toBe(true)
  },
)
