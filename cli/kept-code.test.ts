import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { requireKept } from './kept-code.ts'

const source = (answer: string) => `exports.answer = () => { const say = () => '${answer}'; return say() }`
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-code-'))
  file = join(folder, 'program.js')
  writeFileSync(file, source('one'))
})

type Program = { answer: () => string }
const cache = () => join(folder, 'cache')
const start = (command = 'task', hash = 'hash-1') => {
  const { exports, keep } = requireKept({ file, hash, folder: cache(), command })
  return { said: (exports as Program).answer(), keep }
}
/** The paths of all code that is kept. */
const kept = () =>
  existsSync(cache())
    ? readdirSync(cache()).flatMap((build) =>
        readdirSync(join(cache(), build)).map((name) => join(cache(), build, name)),
      )
    : []

test('a program says the same with the code that an earlier start kept, and a later start does not write it again', () => {
  start().keep()
  const [path = ''] = kept()
  expect(kept()).toEqual([expect.stringMatching(/task$/)])
  utimesSync(path, 1, 1)
  const again = start()
  again.keep()
  expect(again.said).toBe('one')
  expect(statSync(path).mtimeMs).toBe(1000)
})

test('what is kept has the functions that have run, so that they need not be compiled again', () => {
  const before = requireKept({ file, hash: 'idle', folder: cache(), command: 'task' })
  before.keep()
  const [idle = ''] = kept()
  start().keep()
  const [ran = ''] = kept().filter((path) => path !== idle)
  expect(statSync(ran).size).toBeGreaterThan(statSync(idle).size)
})

test('code that is damaged, or was kept for another build, is not used, and what is damaged is written anew', () => {
  start().keep()
  const [path = ''] = kept()
  // A bit in the middle: V8 would run what is left.
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(path, bytes)
  // Of a source that it has seen before, V8 asks for no kept code.
  writeFileSync(file, source('mended'))
  const mended = start()
  mended.keep()
  expect(mended.said).toBe('mended')
  expect(readFileSync(path)).not.toEqual(bytes)
  // This source is as long as the other, and nothing else is known of a source by the code that was compiled of it.
  writeFileSync(file, source('broken'))
  expect(start('task', 'hash-2').said).toBe('broken')
})

test('only a word that can be a command becomes the name of a file', () => {
  for (const command of ['../../escape', 'Task', '', '-h', 'a'.repeat(40), undefined])
    requireKept({ file, hash: 'hash-1', folder: cache(), command }).keep()
  expect(kept()).toEqual([])
})

test('where nothing can be written, the program runs all the same', () => {
  writeFileSync(cache(), 'a file where the folder would be')
  const { said, keep } = start()
  keep()
  expect(said).toBe('one')
})

test('only its owner can read or write what is kept', () => {
  start().keep()
  const [path = ''] = kept()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
})

test('code that somebody else may write is not used, and gives way to one of one’s own', () => {
  start().keep()
  const [path = ''] = kept()
  chmodSync(path, 0o666)
  writeFileSync(file, source('mine'))
  const again = start()
  again.keep()
  expect(again.said).toBe('mine')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('code of builds that nobody has started for a month is deleted with the next writing', () => {
  start('task', 'old').keep()
  const old = readdirSync(cache())[0] ?? ''
  utimesSync(join(cache(), old), 1, 1)
  start('task', 'recent').keep()
  start('task', 'new').keep()
  expect(
    readdirSync(cache())
      .map((name) => name.split('-')[0])
      .toSorted(),
  ).toEqual(['new', 'recent'])
})
