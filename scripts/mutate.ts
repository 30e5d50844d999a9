// `npm run mutate -- --folder server/modules/auth --minutes 10`: mutation testing. Makes small changes (mutations.ts),
// drawn by a seed, one at a time in a copy of the checkout, and runs the tests beside the changed file and those that
// import it. Lists the mutants that survived and their share per folder. Takes too long for CI.
import { spawn } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { importedFiles } from './imported-files.ts'
import { applied, type Mutation, mutationsOf, randomFrom, shuffled, typeChecker } from './mutations.ts'

const help = `npm run mutate -- [options]

  --folder DIR    changes the code in this folder; may be given several times (${'server/modules/auth, memberships, tasks, payments, files; shared/api-client; src-main/ipc'})
  --minutes N     stops after this time, which is shared evenly among the folders (10)
  --seed N        draws the changes of that seed, in their order (another seed each time)
  --tests PATH    runs these tests, too, for a change that the usual ones did not notice; may be given several times
  --json FILE     also writes the results to this file
`
const usual = ['auth', 'memberships', 'tasks', 'payments', 'files'].map((noun) => `server/modules/${noun}`)
const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: [...usual, 'shared/api-client', 'src-main/ipc'] },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    tests: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const say = (text: string) => void process.stderr.write(`${text}\n`)
const fail = (text: string): never => {
  say(text)
  process.exit(2)
}
if (values.help) {
  process.stdout.write(help)
  process.exit(0)
}
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed)) fail('--minutes is a number above 0, --seed a whole number.')

const root = resolve(import.meta.dirname, '..')
const listed = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(join(root, path)))
const isTest = (path: string) => /\.(test|long)\.tsx?$/.test(path)
const sources = (folder: string) =>
  listed.filter(
    (path) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path) && !isTest(path) && !path.endsWith('.d.ts'),
  )

// The check of types reads what the other parts of the project declare, which the compiler writes.
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--build', root], { stdio: 'inherit' })

/** All changes are made in this copy. Edits in the checkout during a run do not reach it. */
const copy = mkdtempSync(join(tmpdir(), 'guildhall-mutate-'))
for (const path of listed) {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  copyFileSync(join(root, path), join(copy, path))
}
for (const folder of ['node_modules', 'out'])
  if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder))
// The copy needs a git repository of its own, because some tests ask git for the list of files.
execFileSync('git', ['init', '--quiet', copy])
execFileSync('git', ['-C', copy, 'add', '--all'])
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

/** Whether the tests at these paths pass within `ms` milliseconds. */
const passes = (paths: readonly string[], ms: number): Promise<boolean> =>
  new Promise((done) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--maxWorkers=1', '--reporter=dot', ...paths]
    const { CI: _, ...env } = process.env
    const child = spawn(process.execPath, args, { cwd: copy, env, stdio: 'ignore', detached: true })
    const stop = () => child.pid && process.kill(-child.pid, 'SIGKILL')
    const timer = setTimeout(stop, ms)
    process.once('exit', stop)
    child.once('close', (code) => {
      clearTimeout(timer)
      process.off('exit', stop)
      done(code === 0)
    })
  })

/** The tests in the file's folder, or in the next folder above that has any. */
const testsBeside = (path: string): string[] => {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const beside = listed.filter((one) => isTest(one) && dirname(one) === folder)
    if (beside.length > 0) return beside
  }
  return []
}

/** The most tests importing a file that are run: more would take minutes for each change. */
const IMPORTERS_MAX = 6
const imported = importedFiles(root)
/** What each test imports, as paths from the root. */
const importsOf = new Map(
  // Tests of the architecture read the whole checkout, which takes long and says little about one file.
  listed
    .filter((path) => isTest(path) && !path.startsWith('tests/architecture/'))
    .map((test) => [test, new Set(imported(test))] as const),
)

/** The tests beside a file, and those elsewhere that import it. */
const testsOf = (path: string): string[] => {
  const importers = [...importsOf].filter(([, imported]) => imported.has(path)).map(([test]) => test)
  return [...new Set([...testsBeside(path), ...importers.slice(0, IMPORTERS_MAX)])]
}

type Found = { folder: string; file: string; line: number; what: string; isKilled: boolean }
const found: Found[] = []
const checkers = new Map<string, ReturnType<typeof typeChecker>>()
const fitsTypes = (file: string, text: string): boolean => {
  const project = file.split('/')[0] ?? ''
  const checker = checkers.get(project) ?? typeChecker(join(copy, project, 'tsconfig.json'))
  checkers.set(project, checker)
  return checker(join(copy, file), text)
}

/** How long the tests take before any change. If they fail then, they cannot tell a change, and the program ends. */
const usualTimes = new Map<string, number>()
const usualTime = async (tests: readonly string[]): Promise<number> => {
  const name = tests.join(' ')
  const known = usualTimes.get(name)
  if (known !== undefined) return known
  const began = Date.now()
  if (!(await passes(tests, 10 * 60_000)))
    fail(`These tests fail without any change, so they cannot notice one: ${name}`)
  const taken = Date.now() - began
  usualTimes.set(name, taken)
  return taken
}

const isNoticed = async (file: string, text: string): Promise<boolean> => {
  const tests = testsOf(file)
  const before = readFileSync(join(copy, file), 'utf8')
  const times = [await usualTime(tests), ...(values.tests.length > 0 ? [await usualTime(values.tests)] : [])]
  writeFileSync(join(copy, file), text)
  try {
    for (const [index, paths] of [tests, ...(values.tests.length > 0 ? [values.tests] : [])].entries())
      if (!(await passes(paths, 3 * (times[index] ?? 0) + 30_000))) return true
    return false
  } finally {
    writeFileSync(join(copy, file), before)
  }
}

const tryFolder = async (folder: string, until: number): Promise<void> => {
  type Try = { file: string; before: string; mutation: Mutation }
  const all = sources(folder).flatMap((file): Try[] => {
    const before = readFileSync(join(copy, file), 'utf8')
    return testsOf(file).length > 0 ? mutationsOf(file, before).map((mutation) => ({ file, before, mutation })) : []
  })
  if (all.length === 0) return say(`${folder}: nothing to change, or no test beside it`)
  say(`\n${folder}: ${all.length} changes are possible`)
  for (const { file, before } of new Map(all.map((one) => [one.file, one])).values())
    if (!fitsTypes(file, before))
      fail(`${file} has faults of type without any change, so no change can be told from them.`)
  for (const { file, before, mutation } of shuffled(all, randomFrom(seed))) {
    if (Date.now() > until) return
    const text = applied(before, mutation)
    if (!fitsTypes(file, text)) continue
    const isKilled = await isNoticed(file, text)
    found.push({ folder, file, line: mutation.line, what: mutation.what, isKilled })
    say(`  ${isKilled ? 'noticed ' : 'SURVIVED'} ${file}:${mutation.line}  ${mutation.what}`)
  }
}

say(`seed ${seed}, ${minutes} minutes`)
const began = Date.now()
for (const [index, folder] of values.folder.entries())
  await tryFolder(folder.replace(/\/+$/, ''), began + ((index + 1) / values.folder.length) * minutes * 60_000)

for (const folder of new Set(found.map((one) => one.folder))) {
  const here = found.filter((one) => one.folder === folder)
  const survived = here.filter(({ isKilled }) => !isKilled)
  const share = ((100 * survived.length) / here.length).toFixed(0)
  process.stdout.write(
    `${folder.padEnd(28)} ${String(survived.length).padStart(4)} of ${String(here.length).padStart(4)} survived, ${share} %\n`,
  )
}
if (values.json) writeFileSync(values.json, `${JSON.stringify({ seed, minutes, found }, null, 2)}\n`)
