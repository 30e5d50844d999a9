import { describe, expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'
import { readTable } from './table.ts'

const planned = (text: string) => {
  const read = readText(text)
  const drafts = 'table' in read ? draftsOf(read.table, read.columns) : read.drafts
  return showPlan(read.kind, planOf(drafts, { members: [], labels: [] }))
}

describe('[MOVE-08] the names of a table win against rows', () => {
  const sheets: ReadonlyArray<[what: string, text: string, headLine: number]> = [
    ['in Swedish', 'Uppgift;Ansvarig;Förfallodatum;Status\nTask;Anna;2026-03-04;Done\nMåla;Bo;2026-03-05;Klar\n', 1],
    ['in Czech', 'Název;Stav;Termín;Řešitel\nTask;Done;2026-03-04;Jan\nMalovat;Hotovo;2026-03-05;Eva\n', 1],
    ['in Turkish', 'Görev;Durum;Atanan;Bitiş tarihi\nTask;Done;Ali;2026-03-04\nBoya;Bitti;Ayşe;2026-03-05\n', 1],
    ['in Korean', '제목,상태,담당자,마감일\nTask,Done,김,2026-03-04\n페인트,완료,이,2026-03-05\n', 1],
    // Nobody has written a list of words for these.
    ['in Estonian', 'Ülesanne;Olek;Vastutaja\nTask;Done;Mari\nVärvi;Tehtud;Jaan\n', 1],
    ['in Thai', 'งาน,สถานะ,กำหนด\nTask,Done,2026-03-04\nทาสี,เสร็จ,2026-03-05\n', 1],
    ['with words that each row repeats', 'Liik,Olek,Kirjeldus\nTask,Done,Üks\nTask,Done,Kaks\nTask,Open,Kolm\n', 1],
    [
      'below titles of the sheet',
      'Töölaud 2026\nKevad\nÜlesanne;Olek;Vastutaja\nTask;Done;Mari\nVärvi;Tehtud;Jaan\n',
      3,
    ],
    ['below names that a spreadsheet has made', 'Column1,Column2,Column3\nTask,Budget,Owner\nPaint,20,Ada\n', 2],
    ['above rows that are narrower', 'Task,Owner,Status,Budget\nTask,,Done,\nPaint,,Done,\n', 1],
  ]
  test.each(sheets)('%s', (_, text, headLine) => expect(readTable(text).headLine).toBe(headLine))

  test('rows without names stay rows where they hold words for columns', () => {
    expect(readTable('Task,Done,2026-03-04\nTask,Done,2026-03-05\nStory,Open,2026-03-06\n').headLine).toBe(0)
  })
})

test.each([
  ['Swedish', 'Uppgift;Beskrivning;Status;Prioritet;Ansvarig;Förfallodatum;Etiketter\nMåla;Blå;Pågående;Hög;Bo;2026-03-05;skrov\n'],
  ['Danish', 'Opgave;Beskrivelse;Status;Prioritet;Ansvarlig;Forfaldsdato;Mærker\nMåla;Blå;I gang;Høj;Bo;2026-03-05;skrov\n'],
  ['Norwegian', 'Oppgave;Beskrivelse;Status;Prioritet;Ansvarlig;Forfallsdato;Etiketter\nMåla;Blå;Pågår;Høy;Bo;2026-03-05;skrov\n'],
  ['Finnish', 'Tehtävä;Kuvaus;Tila;Prioriteetti;Vastuuhenkilö;Määräpäivä;Tunnisteet\nMåla;Blå;Kesken;Korkea;Bo;2026-03-05;skrov\n'],
  ['Czech', 'Název;Popis;Stav;Priorita;Řešitel;Termín;Štítky\nMåla;Blå;Probíhá;Vysoká;Bo;2026-03-05;skrov\n'],
  ['Slovak', 'Názov;Popis;Stav;Priorita;Riešiteľ;Termín;Štítky\nMåla;Blå;Prebieha;Vysoká;Bo;2026-03-05;skrov\n'],
  ['Hungarian', 'Feladat;Leírás;Állapot;Prioritás;Felelős;Határidő;Címkék\nMåla;Blå;Folyamatban;Magas;Bo;2026-03-05;skrov\n'],
  ['Romanian', 'Titlu;Descriere;Stare;Prioritate;Responsabil;Termen limită;Etichete\nMåla;Blå;În lucru;Ridicată;Bo;2026-03-05;skrov\n'],
  ['Turkish', 'Görev;Açıklama;Durum;Öncelik;Atanan;Bitiş tarihi;Etiketler\nMåla;Blå;Devam ediyor;Yüksek;Bo;2026-03-05;skrov\n'],
  ['Korean', '제목;설명;상태;우선순위;담당자;마감일;라벨\nMåla;Blå;진행 중;높음;Bo;2026-03-05;skrov\n'],
  ['Ukrainian', 'Назва;Опис;Стан;Пріоритет;Виконавець;Термін;Мітки\nMåla;Blå;В роботі;Високий;Bo;2026-03-05;skrov\n'],
  ['Greek', 'Εργασία;Περιγραφή;Κατάσταση;Προτεραιότητα;Υπεύθυνος;Προθεσμία;Ετικέτες\nMåla;Blå;Σε εξέλιξη;Υψηλή;Bo;2026-03-05;skrov\n'],
  ['Croatian', 'Zadatak;Opis;Status;Prioritet;Odgovorna osoba;Rok;Oznake\nMåla;Blå;U tijeku;Visok;Bo;2026-03-05;skrov\n'],
  ['Vietnamese', 'Công việc;Mô tả;Trạng thái;Độ ưu tiên;Người phụ trách;Hạn chót;Nhãn\nMåla;Blå;Đang làm;Cao;Bo;2026-03-05;skrov\n'],
  ['Indonesian', 'Tugas;Deskripsi;Status;Prioritas;Penanggung jawab;Tenggat;Label\nMåla;Blå;Sedang dikerjakan;Tinggi;Bo;2026-03-05;skrov\n'],
  ['Hebrew', 'משימה;תיאור;סטטוס;עדיפות;אחראי;תאריך יעד;תגיות\nMåla;Blå;בתהליך;גבוהה;Bo;2026-03-05;skrov\n'],
  ['Arabic', 'المهمة;الوصف;الحالة;الأولوية;المسؤول;تاريخ الاستحقاق;الوسوم\nMåla;Blå;قيد التنفيذ;عالية;Bo;2026-03-05;skrov\n'],
])('[MOVE-16] a sheet in %s gives each of its fields', (_, text) => {
  const { tasks } = planned(text)
  expect(tasks).toMatchObject([
    { title: 'Måla', status: 'In Progress', priority: 'high', dueOn: '2026-03-05', labels: ['skrov'] },
  ])
  expect(tasks[0]?.description).toMatch(/^Blå\n[^]*- Assigned to: Bo$/m)
}) // prettier-ignore

test.each([
  ['Name,Task\nAda,Paint the hull\nBen,Buy rope\nAda,Sew the sail\n'],
  ['Task,Name\nPaint the hull,Ada\nBuy rope,Ben\nSew the sail,Ada\n'],
  ['Name,Status,Item\nAda Lovelace,Done,Paint the hull\nBen Okri,Open,Buy rope\nAda Lovelace,,Sew the sail\n'],
  ['Owner,Action\nAda,Paint the hull\nBen,Buy rope\nAda,Sew the sail\n'],
  ['Who,What\nAda,Paint the hull\nBen,Buy rope\nAda,Sew the sail\n'],
  ['Assignee,Item\nAda,Paint the hull\nBen,Buy rope\nAda,Sew the sail\n'],
  ['Employee,To-do\nAda,Paint the hull\nBen,Buy rope\nAda,Sew the sail\n'],
  ['Name;Aufgabe\nAda;Paint the hull\nBen;Buy rope\nAda;Sew the sail\n'],
  ['Nom;Tâche\nAda;Paint the hull\nBen;Buy rope\nAda;Sew the sail\n'],
  ['Namn;Uppgift\nAda;Paint the hull\nBen;Buy rope\nAda;Sew the sail\n'],
  ['Name,Description\nAda,Paint the hull\nBen,Buy rope\nAda,Sew the sail\nBen,Sand\n'],
])('[MOVE-16] people beside tasks are assignees, and no titles: %j', (text) => {
  const { tasks } = planned(text)
  expect(tasks.slice(0, 3).map(({ title }) => title)).toEqual(['Paint the hull', 'Buy rope', 'Sew the sail'])
  expect(tasks[0]?.description).toMatch(/Assigned to: Ada/)
})

test.each([
  ['Name,Task,Status\nPaint the hull,yes,Done\nBuy rope,no,Open\n', ['Paint the hull', 'Buy rope']],
  ['Name,Activity\nPaint the hull,Ada moved it\nBuy rope,\nSew the sail,\n', ['Paint the hull', 'Buy rope', 'Sew the sail']],
  ['Name,Description\nHull,Paint it blue\nRope,Buy 20 metres\n', ['Hull', 'Rope']],
  ['Name,Story,Points\nLogin,As a user I can sign in,3\nSignup,As a user I can register,5\n', ['Login', 'Signup']],
  ['Name,Content\nLogin,A form of two fields\nSignup,A form of four fields\n', ['Login', 'Signup']],
  ['Name,Date,Notes\nStandup,2026-01-05,Discussed sails\nStandup,2026-01-12,Discussed ropes\n', ['Standup', 'Standup']],
  ['Name,Person,Status,Task\nHull,Ada,Done,x\nRope,Ben,Open,\n', ['Hull', 'Rope']],
])('[MOVE-16] names of tasks stay titles: %j', (text, titles) =>
  expect(planned(text).tasks.map(({ title }) => title)).toEqual(titles),
) // prettier-ignore

test('[MOVE-16] names that say that they are of tasks give their fields', () => {
  const { tasks } = planned('Name,Task owner,Task status,Issue priority\nLogin,Ana,Done,High\nSignup,Ben,Open,Low\n')
  expect(tasks).toMatchObject([
    { title: 'Login', status: 'Completed', priority: 'high' },
    { title: 'Signup', status: 'Assigned', priority: 'low' },
  ])
  expect(tasks[0]?.description).toContain('Assigned to: Ana')
})

test('[MOVE-17] a column of years has no days', () => {
  const { tasks, notes } = planned('Zadanie;Rok\nMalować;2026\nSzyć;2027\n')
  expect(tasks[0]).toMatchObject({ title: 'Malować', dueOn: null })
  expect(tasks[0]?.description).toContain('Rok: 2026')
  expect(notes).toEqual([])
})

test.each([
  ['Úkol;Do kdy;Hotovo\nNatřít;5. března 2026;ano\nŠít;6. 3. 2026;ne\n'],
  ['Sarcină;Termen limită;Gata\nVopsit;5 martie 2026;da\nCusut;6 martie 2026;nu\n'],
  ['Tehtävä;Määräpäivä;Valmis\nMaalaa;5.3.2026;kyllä\nOmpele;6.3.2026;ei\n'],
  ['Görev;Son tarih;Tamamlandı\nBoya;5 Mart 2026;evet\nDik;6 Mart 2026;hayır\n'],
])('[MOVE-13] [MOVE-17] ticks and months are read in the language of the sheet: %j', (text) =>
  expect(planned(text).tasks).toMatchObject([
    { status: 'Completed', dueOn: '2026-03-05' },
    { status: 'Assigned', dueOn: '2026-03-06' },
  ]),
)
