import { CliError, exitCode } from './exit-codes.ts'
import type { GlobalOptions } from './context.ts'
import { describeFailure } from './failure.ts'
import { watchForInterruption } from './interruption.ts'
import { forEachOf, type Outcome } from './many.ts'
import { printable } from './output/printable.ts'
import { painter, printJson, printLine, say } from './output/printer.ts'
import { type Progress, startProgress } from './output/progress.ts'

type Done = 'invited' | 'removed' | 'approved' | 'rejected'
export type Result = Outcome<Done> & { mail?: string | null }
export type WaitOptions = { signal: AbortSignal; onWait: (reason: string) => void }

type Job<Name extends string> = {
  items: readonly string[]
  /** The name of an item in JSON, and the noun for one item and for many. */
  name: Name
  nouns: readonly [one: string, many: string]
  done: Done
  work: (item: string, waiting: WaitOptions) => Promise<Result>
  /**
   * Runs after the last item, also when the run ended early; may change results. Answers the counts and the sentence
   * about them.
   */
  settle?: (
    results: Array<{ [P in Name]: string } & Result>,
    how: { signal: AbortSignal; progress: Progress },
  ) => Promise<{ counts: object; sentence: string }>
  /** A sentence that says what a person can do about the items that failed. */
  advice?: string
}
type Options = GlobalOptions & { dryRun?: boolean }

const styles = {
  invited: 'green',
  removed: 'green',
  approved: 'green',
  rejected: 'green',
  skipped: 'yellow',
  failed: 'red',
  untried: 'red',
} as const

/**
 * Does the work for many items. Prints a line for each as it ends, a progress bar, and always a summary; with --json
 * all results at the end. Errors: CliError when not everything was done, with the exit code for how the run ended.
 */
export const runMany = async <Name extends 'email' | 'id'>(options: Options, job: Job<Name>): Promise<void> => {
  const { items, name, nouns, done, settle, advice = '' } = job
  const results: Array<{ [P in Name]: string } & Result> = []
  const { signal, stop } = watchForInterruption()
  const progress = startProgress(items.length, { isQuiet: options.quiet })
  const print = (item: string, { status, message }: Result) => {
    const isNews = status === 'failed' || status === 'untried' || !options.quiet
    if (options.json || !isNews) return
    const word = options.dryRun && status === done ? `would be ${done}` : status
    const painted = painter(options.color)(styles[status], word.padEnd(8))
    printLine(`${painted} ${printable(item)}: ${printable(message)}`)
  }
  const ending = await forEachOf<Done, Result>(items, {
    work: job.work,
    progress,
    signal,
    report: (item, outcome) => {
      results.push({ [name]: item, ...outcome } as { [P in Name]: string } & Result)
      print(item, outcome)
    },
  })
  const before = results.map(({ status }) => status)
  const settled = await settle?.(results, { signal, progress })
  progress.clear()
  for (const [at, result] of results.entries()) if (before[at] !== result.status) print(result[name], result)
  stop()

  const count = (status: Result['status']) => results.filter((result) => result.status === status).length
  const [succeeded, skipped, failed, untried] = [count(done), count('skipped'), count('failed'), count('untried')]
  if (options.json) {
    const counts = { [done]: succeeded, skipped, failed, untried, ...settled?.counts }
    printJson({ ...(options.dryRun && { dryRun: true }), results, ...counts })
  }
  if (!options.quiet) {
    const parts = [`${succeeded} ${done}`, `${skipped} skipped`, `${failed} failed`]
    const sum = `${[...parts, ...(untried > 0 ? [`${untried} not tried`] : [])].join(', ')}.`
    say(
      `${options.dryRun ? 'Dry run, nothing was changed: ' : ''}${sum}${settled ? ` ${settled.sentence}` : ''}`.trimEnd(),
    )
  }

  const total = results.length
  const left = untried === 0 ? '' : `${untried} of ${total} ${nouns[1]} are left; the same command goes on with them.`
  if (signal.aborted) throw new CliError(`Interrupted. ${left}`.trim(), exitCode.interrupted)
  if (ending.type === 'failed') {
    const { message, code } = describeFailure(ending.error)
    throw new CliError(`${message} ${left}`, code, { cause: ending.error })
  }
  const undone = failed + untried
  if (undone === 0) return
  const some = undone === total ? `No ${nouns[0]} could` : `${undone} of ${total} ${nouns[1]} could not`
  const text = `${total === 1 ? `The ${nouns[0]} could not` : some} be ${done}. ${untried > 0 ? left : advice}`
  throw new CliError(text.trim(), undone === total ? exitCode.failed : exitCode.someFailed)
}
