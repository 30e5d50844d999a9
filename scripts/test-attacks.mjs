// `npm run test:attacks [-- NAME…]` runs the attacks of tests/attacks against built servers of their own, and prints which of them were held.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { at, ownNode, root } from './programs.mjs'

const words = process.argv.slice(2)
const files = readdirSync(at('tests', 'attacks')).filter(
  (name) =>
    name.endsWith('.mjs') && name !== 'lib.mjs' && (words.length === 0 || words.some((word) => name.includes(word))),
)
/** A file may take so long; one that hangs was not held. */
const TIME = 240_000

const run = (name) =>
  new Promise((resolve) => {
    let said = ''
    const child = spawn(ownNode(), [at('tests', 'attacks', name)], { cwd: root, timeout: TIME })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        said += bytes
        process.stdout.write(bytes)
      })
    child.on('exit', (code) => resolve({ code, said }))
  })

let [held, others] = [0, 0]
const countLines = (said, start) => said.split('\n').filter((line) => line.startsWith(start)).length
for (const name of files) {
  process.stdout.write(`\n${name}\n`)
  const { code, said } = await run(name)
  held += countLines(said, 'held ')
  // A file that ends by a fault of its own has proved nothing.
  others += Math.max(countLines(said, 'NOT HELD '), code === 0 ? 0 : 1)
}
process.stdout.write(`\n${held} held, ${others} not held\n`)
process.exit(others === 0 && held > 0 ? 0 : 1)
