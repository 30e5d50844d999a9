/**
 * `npm run bench -- NAME… [--projects N] [--fields]`: takes the measurements of docs/performance.md on this machine, and prints a
 * table. With `--fields` every card has all fields that a card can have. Figures of one run can be compared with each other; figures of different runs cannot.
 */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { type Figure, Refusal } from './figure.ts'

export type { Figure }

const PROJECTS = 1_000_000

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { projects: { type: 'string', default: String(PROJECTS) }, fields: { type: 'boolean', default: false } },
})
const projects = Number(values.projects)

const tasks = () => import('./server/tasks-bench.ts')
const cards = () => import('./server/cards-bench.ts')
const market = () => import('./server/market-bench.ts')
const benches: Record<string, () => Promise<Figure[]>> = {
  task_create: async () => (await tasks()).taskCreate(),
  card_move: async () => (await cards()).cardMove(),
  board_json: async () => (await cards()).boardJson(),
  board_read: async () => (await tasks()).boardRead(values.fields),
  live_fanout: async () => (await import('./server/live-bench.ts')).liveFanout(),
  event_feed: async () => (await import('./server/feed-bench.ts')).eventFeed(),
  processes: async () => (await import('./server/processes-bench.ts')).processes(),
  deep_page: async () => (await market()).deepPage(projects),
  search_1m: async () => (await market()).search1m(projects),
  public_page: async () => (await import('./server/public-bench.ts')).publicPage(),
  claim: async () => (await import('./server/claims-bench.ts')).claim(),
  open_tasks: async () => (await import('./server/open-tasks-bench.ts')).openTasks(projects),
  ledger_check: async () => (await import('./server/ledger-bench.ts')).ledgerCheck(projects),
  waits: async () => (await import('./server/waits-bench.ts')).waitsWithDates(),
  request_list: async () => (await import('./server/requests-bench.ts')).requestList(),
  cold_server: async () => (await import('./cold-server.ts')).coldServer(),
  cli_cold: async () => (await import('./cli-cold.ts')).cliCold(),
  first_visit: async () => (await import('./web/first-visit.ts')).firstVisit(),
  first_task: async () => (await import('./web/first-task.ts')).firstTask(),
  web_cold_load: async () => (await import('./web/cold-load.ts')).webColdLoad(),
  board_open: async () => (await import('./web/board.ts')).boardOpen(values.fields),
  board_drag: async () => (await import('./web/board-drag.ts')).boardDrag(values.fields),
  board_stages: async () => (await import('./web/board-drag.ts')).boardStages(values.fields),
  board_batch: async () => (await import('./web/board.ts')).boardBatch(values.fields),
  import_preview: async () => (await import('./web/import-preview.ts')).importPreview(),
  feed_open: async () => (await import('./web/feed.ts')).feedOpen(),
  inp_journey: async () => (await import('./web/inp-journey.ts')).inpJourney(),
  screens: async () => (await import('./web/screens.ts')).screenStates(),
  fairness: async () => (await import('./server/fairness-bench.ts')).fairness(),
  peers: async () => (await import('./server/peers-bench.ts')).peers(),
}
/** Needs what this checkout does not have, so it is run by its name alone. */
const BY_NAME = 'peers'

const verdict = (reached: boolean | undefined) => (reached === undefined ? '' : reached ? ', reached' : ', NOT reached')
const line = ({ what, value, floor, ratio, target, reached }: Figure): string => {
  const beside = [floor && `floor ${floor}`, ratio, target && `target ${target}${verdict(reached)}`].filter(Boolean)
  return `  ${what.padEnd(64)} ${value.padStart(12)}${beside.length > 0 ? `   ${beside.join('   ')}` : ''}\n`
}
const say = (text: string) => void process.stdout.write(text)

/** Describes the machine: processor, memory, Node; and whether it is busy with other things. */
const machine = (): string => {
  const [load = 0] = loadavg()
  const busy =
    load > availableParallelism()
      ? `; LOADED (${load.toFixed(1)} before the run), so please do not quote these figures`
      : ''
  return `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}${busy}\n`
}

const unknown = wanted.find((name) => !Object.hasOwn(benches, name))
if (unknown !== undefined || !Number.isInteger(projects) || projects < 1000) {
  process.stderr.write(
    unknown === undefined
      ? '--projects takes a whole number from 1000.\n'
      : `There is no benchmark "${unknown}": choose from ${Object.keys(benches).join(', ')}.\n`,
  )
  process.exitCode = 2
} else {
  say(machine())
  for (const name of wanted.length > 0 ? wanted : Object.keys(benches).filter((one) => one !== BY_NAME)) {
    say(`\n${name}\n`)
    try {
      for (const figure of (await benches[name]?.()) ?? []) say(line(figure))
    } catch (error) {
      // After a measurement that breaks, the others go on; the run as a whole has failed.
      const text = error instanceof Refusal ? error.message : error instanceof Error ? error.stack : undefined
      process.stderr.write(`  ${text ?? String(error)}\n`)
      process.exitCode = 1
    }
  }
}
