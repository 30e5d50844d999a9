import { expect, test } from 'vitest'
import { isUnencrypted, serverAddressOf, unquoted } from './server-address.ts'

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

test.each([
  ['https://guild.example', 'https://guild.example'],
  [' https://Guild.example:443/ ', 'https://guild.example'],
  ['HTTP://h:4310//', 'http://h:4310'],
  ['https://h/guild/', 'https://h/guild'],
  ['https://h/guild/api', 'https://h/guild'],
  ['https://h/api/', 'https://h'],
  ['https://h/?from=mail', 'https://h'],
  ['https://h/guild/#/market', 'https://h/guild'],
  ['https://exämple.org', 'https://xn--exmple-cua.org'],
  ['http://[::1]:4310/', 'http://[::1]:4310'],
  ['"https://h"', 'https://h'],
  ["'https://h/'", 'https://h'],
  ['https://h\u200b', 'https://h'],
])('the server at %j is %s', (typed, address) => {
  expect(serverAddressOf(typed)).toBe(address)
})

test.each(['', 'h', 'h:4310', 'localhost:4310', 'ftp://h', 'http://u:p@h', 'https://', 'http://h:99999', '"http://h'])(
  '%j is no address of a server',
  (typed) => {
    expect(serverAddressOf(typed)).toBeNull()
  },
)

test('a value keeps a quote that is its own', () => {
  for (const value of ['a"b', '"a', "a'", `"a'`]) expect(unquoted(value)).toBe(value)
})
