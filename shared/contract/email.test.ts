import { expect, test } from 'vitest'
import { email } from './common.ts'

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

test('a long text of dots and signs is refused at once', () => {
  const texts = ['.', 'a.', '@', 'a@', '-'].map((part) => part.repeat(20_000))
  const before = process.cpuUsage()
  texts.forEach(isAddress)
  // Processor time is the same on a busy machine.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
  expect(isAddress(`${'.a'.repeat(120)}@`)).toBe(false)
})
