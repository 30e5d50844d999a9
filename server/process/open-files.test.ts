import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = `
  import { openSync, closeSync } from 'node:fs'
  import { watchOpenFiles } from ${JSON.stringify(join(import.meta.dirname, 'open-files.ts'))}
  const say = (level) => (fields, text) => console.log(level, text, fields.most)
  watchOpenFiles({ error: say('error'), info: say('info') }, 50)
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const open = []
  const fill = () => { try { for (;;) open.push(openSync('/dev/null')) } catch {} }
  await wait(300)
  console.log('filling')
  fill()
  await wait(500)
  for (const descriptor of open.splice(0)) closeSync(descriptor)
  await wait(500)
  fill()
  await wait(500)
  process.exit()`

test.runIf(process.platform === 'linux')(
  'a process that may open almost no file more says so once, and says when it has eased',
  async () => {
    const command = 'ulimit -n 128; exec "$0" --input-type=module-typescript -e "$1"'
    const child = spawn('bash', ['-c', command, process.execPath, PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await new Promise((resolve) => child.once('close', resolve))
    expect(
      said
        .trim()
        .split('\n')
        .map((line) => line.replace(/ \d+$/, '')),
    ).toEqual([
      'filling',
      'error almost all files that this process may open are open',
      'info files can be opened again',
      'error almost all files that this process may open are open',
    ])
  },
)
