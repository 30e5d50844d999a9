import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFiles } from '../support/planted-checkout.ts'

/** Turns that read as translated, and what to write instead (docs/style.md). A name in backticks is no word. */
const TURNS: ReadonlyArray<readonly [turn: RegExp, instead: string]> = [
  [/\bnone of ours\b|\bthat is none\b/i, '"not ours", or name the thing'],
  [/\bwhoever\b/i, 'the person, caller or client that you mean'],
  [/\b(?:stands?|stood)\b(?! (?:for|in for|out)\b|-in)/i, '"is", "goes", "stops"'],
  [/\b(?:is|are|was|were|been|being|be) (?:told|said)\b/i, '"is notified", "learns", "is shown"'],
  [/\banew\b/i, '"again"'],
  [/\bmeanwhile\b/i, '"since", "while …", or nothing'],
  [/\bso many\b(?![^.;]* that\b)/i, '"the most …", "this many"'],
  [/\bsuch an? one\b/i, 'the thing’s name'],
]
const COMMENT = /(?<=^|[\s({[,;])(?:\/\*[^]*?\*\/|\/\/ .*(?:\n\s*\/\/ .*)*)/gm

const turnsIn = (source: string): string[] =>
  [...source.matchAll(COMMENT)].flatMap(({ index, 0: comment }) => {
    const text = comment.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ').replaceAll(/`[^`]*`/g, '')
    const line = source.slice(0, index).split('\n').length
    return TURNS.filter(([turn]) => turn.test(text)).map(
      ([turn, instead]) => `${line}: “${turn.exec(text)?.[0]}”; write ${instead}`,
    )
  })

/** All our sources but the migrations, which are as they were applied. */
const READ =
  /^(?:server\/(?!db\/migrations\/)|shared\/|cli\/|src-main\/|src-preload\/|src-renderer\/|scripts\/|tests\/).*\.(?:tsx?|mjs)$/

test('comments are plain English', () => {
  const files = ownFiles().filter(
    (file) => READ.test(file) && !/\.generated\.ts$|architecture\/comments\.test\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(2_000)
  expect(files.flatMap((file) => turnsIn(readFileSync(file, 'utf8')).map((found) => `${file}:${found}`))).toEqual([])
})

test.each([
  ['// Answers whoever asks.', 'whoever'],
  ['/**\n * A cursor which is\n * none of ours.\n */', 'none of ours'],
  ['/** Where the task stands. */', 'stands'],
  ['const one = 1 // The owner is told.', 'is told'],
  ['// Made anew at each start.', 'anew'],
  ['// Others wait meanwhile.', 'meanwhile'],
  ['/** At most so many tasks. */', 'so many'],
  ['// Such a one is refused.', 'Such a one'],
])('a planted comment is found: %s', (comment, turn) => {
  expect(turnsIn(`import './x.ts'\n${comment}\n`)).toEqual([expect.stringContaining(`“${turn}”`)])
})

test.each(['/** `meanwhile` runs once; 0 stands for none. */', '// It has so many marks that reading it costs more.'])(
  'plain English, and a name in backticks, pass: %s',
  (comment) => {
    expect(turnsIn(comment)).toEqual([])
  },
)

test('a text of the program is no comment', () => {
  expect(turnsIn("const url = 'https://example.org/whoever'\n")).toEqual([])
})
