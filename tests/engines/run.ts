// `npm run test:engines [-- firefox] [-- webkit]` walks through the built app in the engines of Firefox and Safari. Chromium's is that of the other
// suites (playwright.config.ts). A missing engine is named; with CI=true it counts as a failure.
import { startServerProcess } from '../support/server-process.ts'
import type { Engine } from './engine.ts'
import { missingForFirefox, startFirefox } from './firefox.ts'
import { pageOf } from './page.ts'
import { steps, worldOf } from './walk.ts'
import { missingForWebKit, startWebKit } from './webkit.ts'

type Kind = { missing: () => string | null; start: () => Promise<Engine> }
const kinds: Readonly<Record<string, Kind>> = {
  firefox: { missing: missingForFirefox, start: startFirefox },
  webkit: { missing: missingForWebKit, start: startWebKit },
}
/** Milliseconds that one step may take, whatever hangs. */
const STEP_MS = 180_000

const say = (text: string) => void process.stdout.write(`${text}\n`)
const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`
const inTime = async (work: Promise<void>) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not over in ${STEP_MS / 1000} s`)), STEP_MS)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const counts = { passed: 0, failed: 0 }
const walk = async (engine: Engine) => {
  const server = await startServerProcess()
  try {
    const world = await worldOf(pageOf(engine, server.origin), server)
    for (const [name, step] of steps) {
      const start = performance.now()
      try {
        await inTime(step(world))
        counts.passed += 1
        say(`  passed  ${name} (${secondsSince(start)})`)
      } catch (error) {
        counts.failed += 1
        say(
          `  FAILED  ${name} (${secondsSince(start)})\n          ${error instanceof Error ? error.message : String(error)}`,
        )
      }
    }
  } finally {
    await server.stop()
  }
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !Object.hasOwn(kinds, name))
if (unknown) {
  process.stderr.write(`There is no engine "${unknown}": choose from ${Object.keys(kinds).join(', ')}.\n`)
  process.exit(2)
}
for (const [name, { missing, start }] of Object.entries(kinds)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const lacks = missing()
  if (lacks) {
    say(`${name}: not tried. ${lacks}`)
    if (process.env['CI'] || wanted.includes(name)) counts.failed += 1
    continue
  }
  const begun = performance.now()
  const engine = await start()
  say(`${engine.name}`)
  try {
    await walk(engine)
  } finally {
    await engine.close()
  }
  say(`  in ${secondsSince(begun)}`)
}
say(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
