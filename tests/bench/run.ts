/**
 * `npm run bench -- NAME…`: measures what design/performance.md sets targets for, on this machine, and prints a table. Figures of one
 * run are comparable with each other; figures of different runs are not.
 */
import { coldServer } from './cold-server.ts'
import { loginRoute } from './login-route.ts'

export type Figure = { what: string; value: string; target?: string }
const benches: Record<string, () => Promise<Figure[]>> = { cold_server: coldServer, login_route: loginRoute }

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !Object.hasOwn(benches, name))
if (unknown) {
  process.stderr.write(`There is no benchmark "${unknown}": choose from ${Object.keys(benches).join(', ')}.\n`)
  process.exitCode = 2
} else
  for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
    process.stdout.write(`\n${name}\n`)
    for (const { what, value, target } of (await benches[name]?.()) ?? [])
      process.stdout.write(`  ${what.padEnd(44)} ${value.padStart(12)}${target ? `   target ${target}` : ''}\n`)
  }
