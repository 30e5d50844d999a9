import { describe, expect, test } from 'vitest'
import { guessColumns } from './columns.ts'
import { UnreadableImport } from './drafts.ts'
import { type Encoding, proposeEncoding } from './encoding.ts'
import { fileKindOf } from './file-kind.ts'
import { readTable } from './table.ts'
import { draftsOf } from './rows.ts'

const titlesOf = (text: string) => {
  const table = readTable(text)
  return draftsOf(table, guessColumns(table.columns)).tasks.map(({ title }) => title)
}

describe('[MOVE-08] separator and line of the names', () => {
  test.each([
    ['Title,Status\nA,Done\n', ['A']],
    ['Title;Status\nA, and B;Done\n', ['A, and B']],
    ['Title\tStatus\nA, and B\tDone\n', ['A, and B']],
    ['Title|Status\nA; B, C|Done\n', ['A; B, C']],
    ['Title^Status\nA, and B|C;^Done\n"Say ^ ""so""^Open\n', ['A, and B|C;', '"Say']],
    ['sep=^\nTitle^Status\nA^Done\n', ['A']],
    ['sep=;\r\nTitle;Status\r\nA;Done\r\n', ['A']],
    ['"sep=|"\nTitle|Status\nA|Done\n', ['A']],
    // Title rows of a sheet, with commas of their own.
    ['Boat show, 2026\n\nTitle,Status\nA,Done\nB,Open\n', ['A', 'B']],
    ['Plan name;Boat show\nExported;2026-01-02\n;\nTask name;Bucket;Due\nA;Sails;2026-01-02\n', ['A']],
    ['Title\nA\nB\n', ['A', 'B']],
    ['Title,Status\nSay "hello" now,Done\n', ['Say "hello" now']],
    ["Title,Status\n'join us,Done\n", ["'join us"]],
    ['Title,Status\r"A\rB",Done\rC,Open\r', ['A B', 'C']],
  ])('of %j are found', (text, titles) => expect(titlesOf(text)).toEqual(titles))

  test.each([
    'A,B,C,D\nTask,Owner,Cost,Room\nPaint,Ana,30,Dock\nSew,Ben,20,Loft\n',
    'Client,Acme,Version,Draft\nTask,Owner,Cost,Room\nPaint,Ana,30,Dock\nSew,Ben,20,Loft\n',
  ])('[MOVE-06] a row as wide above the names does not take their place: %j', (text) => {
    expect(readTable(text)).toMatchObject({ columns: ['Task', 'Owner', 'Cost', 'Room'], headLine: 2 })
  })

  test('can be chosen', () => {
    const text = 'Was;Wer\nTitle;Status\nA;Done\n'
    expect(readTable(text, { headLine: 1 })).toMatchObject({ columns: ['Was', 'Wer'], headLine: 1 })
    expect(readTable(text, { headLine: 2 })).toMatchObject({ columns: ['Title', 'Status'], rows: [{ line: 3 }] })
    expect(readTable(text, { delimiter: ',', headLine: 1 }).columns).toEqual(['Was;Wer'])
    expect(readTable(text, { headLine: 0 })).toMatchObject({ columns: ['', ''], rows: [{ line: 1 }, { line: 2 }, {}] })
  })

  test('what stands above the names is a note, and the names of each group of a sheet are no rows', () => {
    const text = 'Boats\nBefore the show\nName,Status\nA,Done\n\nAfter the show\nName,Status\nB,Done\n'
    const table = readTable(text)
    const { tasks, notes } = draftsOf(table, guessColumns(table.columns))
    expect(tasks.map(({ title, extras }) => [title, extras])).toEqual([
      ['A', [{ name: 'Group', text: 'Before the show' }]],
      ['B', [{ name: 'Group', text: 'After the show' }]],
    ])
    expect(notes).toEqual([{ task: '', text: 'Above the names of the columns stands: Boats' }])
  })

  test.each(['', '\n\n', '\ufeff'])('a table that is none says so: %j', (text) => {
    expect(() => readTable(text)).toThrow(UnreadableImport)
  })
})

/** The bytes of a text in an encoding, letter by letter. */
const encode = (text: string, encoding: Encoding): Uint8Array => {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  for (let first = 0; first < 256; first += 1) {
    const one = decoder.decode(Uint8Array.of(first))
    if (one.length === 1 && one !== '\ufffd' && !bytesOf.has(one)) bytesOf.set(one, [first])
    if (first >= 0x81 && ['shift_jis', 'euc-jp', 'gbk', 'big5', 'euc-kr'].includes(encoding))
      for (let second = 0x40; second < 256; second += 1) {
        const two = decoder.decode(Uint8Array.of(first, second))
        if (two.length === 1 && two !== '\ufffd' && !bytesOf.has(two)) bytesOf.set(two, [first, second])
      }
  }
  return Uint8Array.from([...text].flatMap((letter) => bytesOf.get(letter) ?? []))
}

test.each<[Encoding, string]>([
  ['windows-1252', 'Käse kaufen, Straße fegen'],
  ['windows-1252', 'Vérifier l’échéance à Besançon'],
  ['windows-1252', 'Pintar el casco mañana, según el señor Núñez'],
  ['windows-1252', 'Ação de revisão não concluída'],
  ['windows-1250', 'Zażółć gęślą jaźń, kupić łódkę'],
  ['windows-1250', 'Příprava výstavy: koupit žlutou barvu'],
  ['windows-1251', 'Купить краску'],
  ['windows-1251', 'Купити фарбу для човна, їжа'],
  ['iso-8859-2', 'Zażółć gęślą jaźń, kupić łódkę'],
  ['iso-8859-2', 'Příprava výstavy: koupit žlutou barvu, tři šňůry'],
  ['koi8-r', 'Купить краску'],
  ['koi8-r', 'Проверить счёт за верёвку, ПОЗВОНИТЬ в порт'],
  ['ibm866', 'Купить краску'],
  ['ibm866', 'Проверить счёт за верёвку, ПОЗВОНИТЬ в порт'],
  ['windows-1251', 'Проверить счёт за верёвку, ПОЗВОНИТЬ в порт'],
  ['windows-1253', 'Αγορά μπογιάς για τη βάρκα'],
  ['windows-1254', 'Boyayı satın al, ışığı değiştir'],
  ['windows-1255', 'לקנות צבע לסירה'],
  ['windows-1256', 'شراء الطلاء للقارب'],
  ['windows-1257', 'Nupirkti dažų, įrašyti žinią ščiū ėė'],
  ['macintosh', 'Käse kaufen, Größe prüfen'],
  ['macintosh', 'Vérifier à Besançon, très bientôt'],
  ['shift_jis', '船体を塗装する、ロープを買う'],
  ['euc-jp', '船体を塗装する、ロープを買う'],
  ['euc-jp', '予算の承認、田中部長'],
  ['shift_jis', '予算の承認、田中部長'],
  ['gbk', '购买油漆，完成船的任务'],
  ['big5', '購買油漆，完成船的任務'],
  ['euc-kr', '페인트 구매, 작업 완료'],
])('[MOVE-07] %s is proposed for %j', (encoding, text) => {
  const bytes = encode(`Title,Status\n${text},Done\n`, encoding)
  expect(new TextDecoder(encoding).decode(bytes)).toContain(text)
  expect(proposeEncoding(bytes)).toBe(encoding)
})

test('[MOVE-07] UTF-8 is told from all of them, and stays that with a broken byte', () => {
  const text = 'Title\nKäse kaufen, Купить краску, 購買油漆, 페인트 구매\n'
  const bytes = Uint8Array.from(Buffer.from(text))
  expect(proposeEncoding(bytes)).toBe('utf-8')
  expect(proposeEncoding(Uint8Array.from([...bytes, 0xe4, 0x0a]))).toBe('utf-8')
  expect(proposeEncoding(Uint8Array.from(Buffer.from('Title\nplain\n')))).toBe('utf-8')
})

test.each<[number[], string]>([
  [[0x50, 0x4b, 3, 4], 'This is a ZIP file. Please unpack it and choose the CSV in it.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an old Excel or Office file. Please save it as .xlsx or CSV.'],
  [[...Buffer.from('%PDF-1.7')], 'This is a PDF. Please export the tasks as CSV or JSON instead.'],
  [[...Buffer.from('<!DOCTYPE html><p>')], 'This is a web page. Please export the tasks as CSV or JSON instead.'],
  [
    [...Buffer.from('<?xml version="1.0"?><rss>')],
    'This is an XML file. Please export the tasks as CSV or JSON instead.',
  ],
  [[0x89, 0x50, 0x4e, 0x47], 'This is a picture. Please export the tasks as CSV or JSON instead.'],
])('[MOVE-25] a file that is no text is named with what to do: %#', (bytes, why) => {
  expect(fileKindOf(Uint8Array.from(bytes))).toEqual({ kind: 'other', why })
})
