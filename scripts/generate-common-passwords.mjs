// Writes server/modules/auth/common-passwords.generated.ts from a list of passwords, the commonest first: `passwords.json` of
// the package @zxcvbn-ts/language-common (MIT). Run with the path of that file.
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

const COUNT = 10_000
/** Passwords shorter than this are refused for their length, so the list leaves them out. */
const LENGTH_MIN = 6

const [source] = process.argv.slice(2)
if (!source) throw new Error('Usage: node scripts/generate-common-passwords.mjs PATH/TO/passwords.json')
const ranked = JSON.parse(readFileSync(source, 'utf8')).map((password) => password.toLowerCase())
const common = [...new Set(ranked)].filter((password) => password.length >= LENGTH_MIN).slice(0, COUNT)
// Sorted passwords compress best, because neighbours begin alike.
const packed = brotliCompressSync(common.sort().join('\n'), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
const target = new URL('../server/modules/auth/common-passwords.generated.ts', import.meta.url)
writeFileSync(
  target,
  [
    '// Written by scripts/generate-common-passwords.mjs from @zxcvbn-ts/language-common (MIT). Do not edit.',
    `/** The ${common.length} commonest passwords of at least ${LENGTH_MIN} characters, in lower case: lines, Brotli, base64. */`,
    `export const packedPasswords =\n  '${packed.toString('base64')}'`,
    '',
  ].join('\n'),
)
process.stdout.write(`${common.length} passwords, ${packed.length} bytes\n`)
