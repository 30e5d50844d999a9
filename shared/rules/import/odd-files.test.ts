import { describe, expect, test } from 'vitest'
import { dayOrderOfTable } from './columns.ts'
import { planOf } from './plan.ts'
import { readImport } from './read.ts'
import { draftsOf } from './rows.ts'
import { type ShownPlan, showPlan } from './shown.ts'
import { readWorkbook } from './workbook.ts'

const ada = { userID: 'u1', username: 'ada', name: 'Ada Lovelace' }
const zone = 'Europe/Berlin'
const planFile = async (bytes: Uint8Array): Promise<ShownPlan> => {
  const read = await readImport(bytes, { zone }, readWorkbook)
  const drafts =
    'table' in read
      ? draftsOf(read.table, read.columns, { zone, order: dayOrderOfTable(read.table, read.columns).order })
      : read.drafts
  return showPlan(read.kind, planOf(drafts, { members: [ada], labels: [] }))
}
const planText = async (text: string) => planFile(new Uint8Array(Buffer.from(text)))
const titlesOf = ({ tasks }: ShownPlan) => tasks.map(({ title }) => title)
/** Western letters as a program of one byte a letter writes them. */
const inBytes = (text: string, encoding: string) => {
  const byteOf = new Map(Array.from({ length: 256 }, (_, at) => [new TextDecoder(encoding).decode(Uint8Array.of(at)), at])) // prettier-ignore
  return Uint8Array.from([...text].map((letter) => byteOf.get(letter) ?? 63))
}

test('[MOVE-07] [MOVE-33] a sheet of a German Excel: semicolons, its letters, comma decimals, a unit in a head', async () => {
  const { tasks, notes } = await planFile(
    inBytes(
      'Aufgabe;Beschreibung;Status;Priorität;Zuständig;Fällig am;Aufwand (h);Schlagwörter\r\n' +
        'Segel nähen;"Für die ""Möwe""; groß\r\nzweite Zeile";In Bearbeitung;Hoch;Ada Lovelace;05.03.2026;1,5;Segel, Werft\r\n;;;;;;;\r\n',
      'windows-1252',
    ),
  )
  expect(notes).toEqual([])
  expect(tasks).toMatchObject([
    {
      title: 'Segel nähen',
      status: 'In Progress',
      priority: 'high',
      dueOn: '2026-03-05',
      estimateHours: 1.5,
      labels: ['Segel', 'Werft'],
      assignee: 'ada',
      description: expect.stringMatching(/^Für die "Möwe"; groß\r\nzweite Zeile/) as string,
    },
  ])
})

test.each([
  ['Japanese', '件名,ステータス\r\n船体を塗装する,完了\r\n', '船体を塗装する'],
  ['Russian', 'Title;Status\r\nКупить краску для лодки;Done\r\n', 'Купить краску для лодки'],
  ['Chinese', '标题\t状态\r\n购买油漆\t完成\r\n', '购买油漆'],
])('[MOVE-07] UTF-16 without a mark is found by its separators where the letters are %s', async (_, text, title) => {
  for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()])
    expect((await planFile(new Uint8Array(bytes))).tasks).toMatchObject([{ title, status: 'Completed' }])
})

describe('[MOVE-08] lines, quotes and names', () => {
  test.each([
    ['a file whose lines end in two ways', 'Title,Notes\r\nA,"one\ntwo"\r\nB,x\nC,y\r\n', ['A', 'B', 'C']],
    ['lines that end in CR alone', 'Title,Status\rA,Done\rB,Open\r', ['A', 'B']],
    ['a mark at the beginning, twice', '\ufeff\ufeffTitle,Status\nA,Done\n', ['A']],
    ['names in quotes behind a mark', '\ufeff"Title","Status"\n"A","Done"\n', ['A']],
    ['a mark before sep=', '\ufeffsep=;\r\nTitle;Status\r\nA, b;Done\r\n', ['A, b']],
    ['columns that are there twice', 'Title,Title,Status,Status\nA,Second,Done,QA\n', ['A']],
    ['separators at the ends of lines', 'Title,Status,,\nA,Done,,\nB,Open\nC\n', ['A', 'B', 'C']],
    ['marks of direction and blanks of other kinds', '\u200fTitle\u200f,Due\u00a0date\n\u200fA\u200f,\u200e2026-03-05\u200e\n', ['A']],
    ['a quotation mark that is never closed', 'Title,Notes\nA,x\n"Open,y\nB,z\n', ['A', '"Open', 'B']],
    ['quotation marks behind backslashes', 'Title,Notes\nA,"he said \\"hi\\", twice"\nB,y\n', ['A', 'B']],
    ['a single line', 'Buy rope\n', ['Buy rope']],
    ['lines without names', 'Buy rope\nPaint the hull\n', ['Buy rope', 'Paint the hull']],
    ['rows without names', 'Buy rope,Done,2026-01-02\nPaint,Open,2026-01-03\n', ['Buy rope', 'Paint']],
    ['a column of titles with a name of its own', 'Nr,Vorhaben\n1,Segel nähen\n2,Rumpf streichen\n', ['Segel nähen', 'Rumpf streichen']],
  ])('%s', async (_, text, titles) => expect(titlesOf(await planText(text))).toEqual(titles)) // prettier-ignore

  test('what was mended, and which column has the titles, is said', async () => {
    expect((await planText('Title,Notes\nA,x\n"Open,y\nB,z\n')).notes).toEqual([
      { task: '', text: 'Line 3: a quotation mark is opened and never closed; it is read as text.' },
    ])
    const { notes, tasks } = await planText('Nr,Vorhaben\n1,Segel nähen\n')
    expect(notes).toEqual([{ task: '', text: 'The titles are those of the column “Vorhaben”.' }])
    expect(tasks[0]?.description).toContain('Nr: 1')
  })
  test('text within broken quotes is kept', async () => {
    expect((await planText('Title,Notes\nA,"he said \\"hi\\", twice"\n')).tasks[0]?.description).toBe(
      'he said "hi", twice',
    )
  })
})

describe('[MOVE-17] [MOVE-18] days and hours', () => {
  test.each([
    ['٢٠٢٦-٠٣-٠٥', '2026-03-05'],
    ['２０２６年３月５日', '2026-03-05'],
    ['۲۰۲۶/۰۳/۰۵', '2026-03-05'],
    ['"Jan 2 – 9, 2026"', '2026-01-09'],
    ['"Jan 28 - Feb 3, 2026"', '2026-02-03'],
    ['2026-01-02..2026-01-09', '2026-01-09'],
    ['"January 2, 2026 3:00 PM → 5:00 PM"', '2026-01-02'],
    ['"January 2, 2026 3:00 PM (GMT+1) → January 9, 2026 4:00 PM (GMT+1)"', '2026-01-09'],
    ['46053', '2026-01-31'],
    ['1404/03/05', null],
  ])('%s is %s', async (text, day) => {
    const [task] = (await planText(`Title,Due\nA,${text}\n`)).tasks
    expect(task?.dueOn).toBe(day)
  })
  test.each([
    ['Estimate', '"1.234,5"', null],
    ['Estimate', '"1,000.5"', null],
    ['Estimate', '~2h', 2],
    ['Estimate', '１.５', 1.5],
    ['Estimate (min)', '90', 1.5],
    ['Aufwand (Tage)', '2', 16],
    ['Estimate (days)', '"0,5"', 4],
  ])('%s %s is %s', async (head, text, hours) => {
    const [task] = (await planText(`Title,${head}\nA,${text}\n`)).tasks
    expect(task?.estimateHours).toBe(hours)
    if (hours === null) expect(task?.description).toContain(text.replaceAll('"', ''))
  })
})
