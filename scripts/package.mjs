// `npm run package`: builds the desktop app and packages it for this computer's system, into dist/ (docs/releasing.md).
import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'
import { handOver } from './own-node.mjs'
import { at, root } from './programs.mjs'

// The process that the command was handed on to ends this one.
if (handOver(root)) await new Promise(() => {})
const { packaging } = await import('./package-options.ts')
const say = (text) => process.stderr.write(`${text}\n`)
const plan = () => {
  try {
    return packaging(process.platform, process.env)
  } catch (error) {
    say(error.message)
    process.exit(2)
  }
}
const { args, env, notes } = plan()
for (const note of notes) say(note)
await build(['server', 'cluster', 'desktop'])
const builder = at('node_modules/electron-builder/cli.js')
const { status } = spawnSync(process.execPath, [builder, ...args], { cwd: root, env, stdio: 'inherit' })
process.exitCode = status ?? 1
