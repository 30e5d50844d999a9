import { expect, test } from 'vitest'
import { isUnencrypted } from './server-address.ts'

test.each([
  'https://guildhall.example.org',
  'http://localhost:4310',
  'http://app.localhost',
  'http://127.0.0.1:4310/sub',
  'http://127.1',
  'http://127.9.9.9',
  'http://[::1]:4310',
])('nobody can overhear what is sent to %s', (address) => {
  expect(isUnencrypted(new URL(address))).toBe(false)
})

test.each([
  'http://guildhall.example.org',
  'http://10.0.0.1',
  'http://0.0.0.0:4310',
  'http://localhost.example.org',
  'http://127.0.0.1.example.org',
  'http://[::2]',
])('others can overhear what is sent to %s', (address) => {
  expect(isUnencrypted(new URL(address))).toBe(true)
})
