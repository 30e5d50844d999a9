import { expect, test } from 'vitest'
import { maskEmail } from './mask-email.ts'

test.each([
  ['jane@mail.example.org', 'j***@m***.org'],
  ['j@x.io', 'j***@x***.io'],
  ['émile@écoles.fr', 'é***@é***.fr'],
  ['odd@localhost', 'o***@l***'],
])('[WIRE-64] %s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
