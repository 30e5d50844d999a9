import { expect, test } from 'vitest'
import { safeFileName } from './file-name.ts'

test.each([
  ['План 計画 (1).pdf', 'План 計画 (1).pdf'],
  ['../../.bashrc', 'bashrc'],
  ['C:\\Windows\\x.exe', 'x.exe'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['what?  why*.txt', 'what_ why_.txt'],
  ['con.txt', '_con.txt'],
  ['...', 'file'],
  ['', 'file'],
  [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(116)}.pdf`],
])('a file named %j is called %j', (given, name) => {
  expect(safeFileName(given)).toBe(name)
})
