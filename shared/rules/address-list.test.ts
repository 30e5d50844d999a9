import { expect, test } from 'vitest'
import { uniqueAddresses, readAddressList } from './address-list.ts'

test('addresses stand on lines or between commas, semicolons and spaces; what is behind # is a remark', () => {
  const text = '\uFEFFa@x.test, b@x.test;c@x.test\n\nd@x.test # e@x.test\n#f@x.test\r\ng@x.test'
  expect(readAddressList(text)).toEqual({ addresses: ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test', 'g@x.test'] })
})

test('of a table only the column of addresses counts', () => {
  const text = 'Name;E-Mail;Town\n"Ada; Countess";ada@x.test;London\nGrace;;Arlington'
  expect(readAddressList(text)).toEqual({ column: 'E-Mail', addresses: ['ada@x.test'] })
})

test('an address counts once, as it was first written', () => {
  expect(uniqueAddresses(['Ada@x.test', 'b@x.test', 'ada@X.test'])).toEqual(['Ada@x.test', 'b@x.test'])
})

test('recipients are read as mail programs copy them, with names, commas in names, and domains of other letters', () => {
  const text =
    'Owen Park <owen@x.test>, "Okafor, Tom" <Tom@x.test>; <kofi@x.test>\n' +
    'Ada Byron <mailto:ada@x.test>\nplain@x.test\njosé@exämple.org, <li@例え.jp>'
  expect(readAddressList(text).addresses).toEqual([
    'owen@x.test',
    'Tom@x.test',
    'kofi@x.test',
    'ada@x.test',
    'plain@x.test',
    'josé@xn--exmple-cua.org',
    'li@xn--r8jz45g.jp',
  ])
})

test('words that are no address stay, to be named', () => {
  expect(readAddressList('Owen Park owen@x.test, a@x').addresses).toEqual(['Owen', 'Park', 'owen@x.test', 'a@x'])
})
