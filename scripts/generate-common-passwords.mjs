// Writes shared/rules/common-passwords.generated.ts from a list of passwords, commonest first: `passwords.json` of the
// package @zxcvbn-ts/language-common (MIT). Run with the path of that file.
import { readFileSync, writeFileSync } from 'node:fs'

const COUNT = 10_000
/** Passwords shorter than this are refused for their length, so the list leaves them out. */
const LENGTH_MIN = 6

const [source] = process.argv.slice(2)
if (!source) throw new Error('Usage: node scripts/generate-common-passwords.mjs PATH/TO/passwords.json')
const ranked = JSON.parse(readFileSync(source, 'utf8')).map((password) => password.toLowerCase())
const common = [...new Set(ranked)].filter((password) => password.length >= LENGTH_MIN).slice(0, COUNT)
const target = new URL('../shared/rules/common-passwords.generated.ts', import.meta.url)
// Sorted passwords compress best on their way to a browser, because neighbours begin alike.
const lines = JSON.stringify(common.sort().join('\n'))
writeFileSync(
  target,
  [
    '// Written by scripts/generate-common-passwords.mjs from @zxcvbn-ts/language-common (MIT). Do not edit.',
    `/** The ${common.length} commonest passwords of at least ${LENGTH_MIN} characters, in lower case, one a line. */`,
    `export const commonPasswordLines = ${lines}`,
    '',
  ].join('\n'),
)
process.stdout.write(`${common.length} passwords\n`)
