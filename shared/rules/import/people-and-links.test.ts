import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { indexMembers, peopleIn, strangersOf } from './people.ts'
import { planOf } from './plan.ts'
import { readImport, readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'
import { readWorkbook } from './workbook.ts'

const members = [
  { userID: 'u1', username: 'kofi', name: 'Kofi Mensah' },
  { userID: 'u2', username: 'lena', name: 'Lena Novak' },
]
const planIn = (read: Awaited<ReturnType<typeof readImport>>) => {
  if (!('table' in read)) throw new Error('It is no table.')
  return showPlan(read.kind, planOf(draftsOf(read.table, read.columns), { members, labels: [] }))
}
const person = (name: string) => ({ name, calls: [name] })

test('[MOVE-23] Last, First is one person where a member has that name, and two people where each is one', () => {
  const index = indexMembers([...members, { userID: 'u3', username: 'novak', name: 'Ivo Novak' }])
  const found = (...names: string[]) => peopleIn(names.map(person), index).map(({ member }) => member?.username)
  expect(found('Mensah', 'Kofi')).toEqual(['kofi'])
  expect(found('Kofi Mensah', 'Lena Novak')).toEqual(['kofi', 'lena'])
  // 'novak' is somebody's username: then these are two.
  expect(found('Novak', 'Lena')).toEqual(['novak', 'lena'])
  expect(found('Mensah', 'Ada')).toEqual([undefined, undefined])
})

test('[MOVE-23] people of two tasks are never one, and names with commas between semicolons are read as names', () => {
  const called = [{ userID: 'u4', username: 'km', name: 'Ama Mensah' }]
  const strangers = strangersOf([[person('Mensah')], [person('Ama')]], called)
  expect(strangers.map(({ name }) => name)).toEqual(['Mensah', 'Ama'])
  expect(strangersOf([[person('Mensah'), person('Ama')]], called)).toEqual([])
  const { tasks } = planIn(readText('Task,Assignee\nPaint,"Novak, Lena; Okafor, Tom"\nSand,"Mensah, Kofi"\n'))
  expect(tasks.map(({ assignee }) => assignee)).toEqual(['lena', 'kofi'])
  expect(tasks[0]?.description).toContain('Assigned to: Tom Okafor')
  expect(tasks[1]?.description).not.toContain('Assigned to')
})

/** A workbook of one sheet, as Excel writes it: `cells` in rows, and further XML of the sheet with the addresses of its links. */
const workbook = (cells: string, further: string, targets: readonly string[]) => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = (entries: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations(`<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Tasks" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>`,
    ),
    'xl/worksheets/sheet1.xml': `<worksheet ${main} xmlns:r="${office}"><sheetData>${cells}</sheetData>${further}</worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relations(
      targets
        .map(
          (to, at) =>
            `<Relationship Id="rId${at + 1}" Type="${office}/hyperlink" Target="${to}" TargetMode="External"/>`,
        )
        .join(''),
    ),
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}
const cell = (ref: string, text: string, formula = '') =>
  formula === ''
    ? `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
    : `<c r="${ref}" t="str"><f>${formula}</f><v>${text}</v></c>`

test('[MOVE-23] addresses behind the cells of a workbook are kept; those that write to somebody name the assignee', async () => {
  const rows = [
    [cell('A1', 'Task'), cell('B1', 'Assignee'), cell('C1', 'Design'), cell('D1', 'Site')],
    [
      cell('A2', 'Paint the hull'),
      cell('B2', 'Ada'),
      cell('C2', 'Sketch'),
      cell('D2', 'Plan', 'HYPERLINK(&quot;https://example.org/plan?a=1&amp;b=2&quot;,&quot;Plan&quot;)'),
    ],
    [cell('A3', 'Sand it'), cell('B3', 'kofi'), cell('C3', 'https://example.org/same'), cell('D3', 'Here')],
  ]
  const file = workbook(
    rows.map((cells, at) => `<row r="${at + 1}">${cells.join('')}</row>`).join(''),
    '<hyperlinks><hyperlink ref="A2" r:id="rId1"/><hyperlink ref="B2" r:id="rId2"/><hyperlink ref="C2" r:id="rId3"/><hyperlink ref="C3" r:id="rId4"/><hyperlink ref="D3" location="Other!A1"/></hyperlinks>',
    ['https://example.org/hull', 'mailto:ada@example.org?subject=Hull', 'https://example.org/sketch', 'https://example.org/same'], // prettier-ignore
  )
  const { tasks } = planIn(await readImport(file, {}, readWorkbook))
  expect(tasks[0]?.description.split('\n').slice(2)).toEqual([
    '- Assigned to: Ada <ada@example.org>',
    '- Link: https://example.org/hull',
    '- Design: [Sketch](https://example.org/sketch)',
    '- Site: [Plan](https://example.org/plan?a=1&b=2)',
  ])
  expect(tasks[1]).toMatchObject({ assignee: 'kofi' })
  expect(tasks[1]?.description.split('\n').slice(2)).toEqual(['- Design: https://example.org/same', '- Site: Here'])
})
