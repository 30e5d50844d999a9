import { expect, test } from 'vitest'
import { email, otp } from './common.ts'

const isAddress = (text: string): boolean => email.safeParse(text).success

test.each([
  'kim@xn--e1afmkfd.xn--p1ai',
  'kim/sales@example.org',
  'kim=rome.example@example.org',
  'r&d@example.org',
  'kim#2@example.org',
  "o'brien+work@example.org",
  '{kim}|~`^*?!$%@example.org',
  '_kim_@a-b.example.org',
  '1@2.example',
  `${'k'.repeat(64)}@example.org`,
])('mail reaches %s', (text) => {
  expect(isAddress(text)).toBe(true)
  expect(isAddress(` ${text} `)).toBe(true)
})

test.each([
  'kim@example',
  'kim@@example.org',
  '.kim@example.org',
  'kim.@example.org',
  'kim..lee@example.org',
  'kim@-example.org',
  'kim@example-.org',
  'kim@example..org',
  'kim@.example.org',
  'kim@example.org.',
  'kim lee@example.org',
  'kim@exa_mple.org',
  '@example.org',
  'kim',
  'Kim <kim@example.org>',
  `kim@${'e'.repeat(64)}.org`,
])('mail reaches no %s', (text) => {
  expect(isAddress(text)).toBe(false)
})

test.each([
  ['marks that a contact card puts around it', '\u202akim@example.org\u202c'],
  ['a break that nobody sees', 'kim@\u200bexample.org\ufeff'],
  ['blanks and a line break', '\u00a0kim@example.org\u3000\r\n'],
])('an address is read without %s', (_, typed) => {
  expect(email.parse(typed)).toBe('kim@example.org')
})

test('a domain of other letters is the one that mail servers know', () => {
  expect(email.parse('kim@exämple.org')).toBe('kim@xn--exmple-cua.org')
  expect(email.parse('kim@例え.テスト')).toBe('kim@xn--r8jz45g.xn--zckzah')
  for (const typed of ['kim@exämple', 'kim@ä/b.org', 'kim@ä ö.org']) expect(isAddress(typed), typed).toBe(false)
})

test.each(['123456', ' 123 456\n', '123-456', '１２３４５６', '١٢٣٤٥٦', '۱۲۳۴۵۶', '123\u00a0456'])(
  'a code is read from %j',
  (typed) => {
    expect(otp.parse(typed)).toBe('123456')
  },
)
test.each(['12345', '1234567', '12345a', '123+456', ''])('%j is no code', (typed) => {
  expect(otp.safeParse(typed).success).toBe(false)
})

test('a long text of dots and signs is refused at once', () => {
  const texts = [...['.', 'a.', '@', 'a@', '-', 'ä@'].map((part) => part.repeat(20_000)), `a@${'ä'.repeat(100_000)} b`]
  const before = process.cpuUsage()
  texts.forEach(isAddress)
  // Processor time is the same on a busy machine.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
  expect(isAddress(`${'.a'.repeat(120)}@`)).toBe(false)
})
