// `node scripts/build.mjs [server] [cluster] [cli] [web] [desktop] [--force]` builds the named programs, or all, if
// their sources have changed. Runs on Node 24 (scripts/start.mjs and npm ensure that).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { handOver, OWN_MAJOR } from './own-node.mjs'
import { at, externals, programs, root, templateSources } from './programs.mjs'

function* filesOf(path) {
  if (!existsSync(path)) return
  if (statSync(path).isFile()) return void (yield path)
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* filesOf(join(path, entry.name))
    else if (!/\.test\.tsx?$/.test(entry.name)) yield join(path, entry.name)
  }
}

/** The commit that is built, which the server shows with its version: SOURCE_COMMIT (an image has no git), else git's answer, else ''. */
const commit = () => {
  if (process.env.SOURCE_COMMIT) return process.env.SOURCE_COMMIT
  if (!existsSync(at('.git'))) return ''
  const git = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=9', '--exclude=*'], {
    cwd: root,
    encoding: 'utf8',
  })
  return git.status === 0 ? git.stdout.trim().replace('-', '.') : ''
}

/** The first letters of a hash of the migrations' sources. A server uses only a template that has the same ones. */
const migrationsHash = () => {
  const hash = createHash('sha256')
  for (const source of templateSources)
    for (const file of filesOf(at(source))) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** A hash of the sources' contents. Times of files would not do: a checkout changes them. */
const fingerprint = (name) => {
  const hash = createHash('sha256')
  for (const source of programs[name].sources)
    for (const file of filesOf(at(source))) hash.update(file.slice(root.length)).update(readFileSync(file))
  if (name === 'server') hash.update(commit())
  return hash.update(process.env.VITE_SERVER_URL ?? '').digest('hex')
}
const stampFile = (name) => at('out/.built', name)

/** The programs that are not built, or whose sources have changed since. */
export const stale = (names = Object.keys(programs)) =>
  names.filter((name) => {
    const isBuilt = existsSync(at(programs[name].check)) && existsSync(stampFile(name))
    return !isBuilt || readFileSync(stampFile(name), 'utf8') !== fingerprint(name)
  })

/** Bundles a program, with Node's compile cache switched on: together they halve the start-up time. */
const bundle = async (entries, folder, plugins = []) => {
  const { build, stop } = await import('esbuild')
  const banner = [
    // The compile cache is called through the module object: Node 20 has none, and importing it by name would end the program.
    "import * as __module from 'node:module';",
    "import { fileURLToPath as __toPath } from 'node:url'; import { dirname as __dir } from 'node:path';",
    '__module.enableCompileCache?.(); const require = __module.createRequire(import.meta.url);',
    'const __filename = __toPath(import.meta.url); const __dirname = __dir(__filename);',
  ].join(' ')
  rmSync(at(folder), { recursive: true, force: true })
  await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, at(entry)])),
    outdir: at(folder),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    // README promises that the programs run on Node 20.
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: false,
    legalComments: 'none',
    logLevel: 'warning',
    external: externals,
    define: { __COMMIT__: JSON.stringify(commit()), __MIGRATIONS__: JSON.stringify(migrationsHash()) },
    plugins,
    banner: { js: banner },
  })
  // Ends esbuild's process, which would otherwise take some 200 MB for as long as this script runs.
  await stop()
}

/**
 * Bundles the CLI, which starts once per command, as a few files that Node requires: as ES modules each file would cost
 * the start about a millisecond. `index.js` answers what needs no more, `run-command.js` has all commands, and packages
 * that few commands need are beside it.
 */
const bundleCli = async () => {
  const { build, stop } = await import('esbuild')
  const { besideIt, leanSources, withoutLocales } = await import('./lean-bundle.ts')
  const { callsByOutline } = await import('./outlines.ts')
  const folder = at('out/cli')
  rmSync(folder, { recursive: true, force: true })
  const packages = {
    axios: 'axios.js',
    inquirer: 'inquirer.js',
    'csv-parse/browser/esm/sync': 'csv-parse.js',
    'read-excel-file/universal': 'read-excel-file.js',
  }
  // The reader of other programs' files is large, and one verb uses it.
  const imports = { './import-reader.ts': 'import-reader.js' }
  const files = [
    { file: 'import-reader.js', from: { entryPoints: ['cli/commands/tasks/import-reader.ts'] }, beside: packages },
    { file: 'run-command.js', from: { entryPoints: ['cli/run-command.ts'] }, beside: { ...packages, ...imports } },
    { file: 'index.js', from: { entryPoints: ['cli/index.ts'] }, beside: { './run-command.ts': 'run-command.js' } },
    { file: 'own-node.js', from: { entryPoints: ['scripts/own-node.mjs'] }, beside: {} },
    ...Object.entries(packages).map(([name, file]) => ({
      file,
      from: { stdin: { contents: `module.exports = require('${name}')`, resolveDir: root } },
      beside: {},
    })),
  ]
  const banner =
    "require('node:module').enableCompileCache?.();const __url=require('node:url').pathToFileURL(__filename).href;"
  // On another Node than the pinned one, the first file hands the command over before it reads anything else.
  const toOwnNode = `if(!process.versions.node.startsWith('${OWN_MAJOR}.')&&require('./own-node.js').handOver(require('node:path').join(__dirname,'../..')))return;`
  // Of the file with all commands, the first file loads the code that V8 has compiled before (cli/kept-code.ts).
  const hashOf = (file) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
      .slice(0, 16)
  for (const { file, from, beside } of files)
    await build({
      ...from,
      absWorkingDir: root,
      outfile: join(folder, file),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      // README promises that the programs run on Node 20.
      target: 'node20',
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: 'none',
      logLevel: 'warning',
      external: externals,
      // A dynamic import becomes a require in time: Node's loader of modules need not start.
      supported: { 'dynamic-import': false },
      define: {
        'import.meta.url': '__url',
        ...(file === 'index.js' && { __COMMANDS_HASH__: JSON.stringify(hashOf('run-command.js')) }),
      },
      banner: { js: `${file === 'index.js' ? toOwnNode : ''}${banner}` },
      plugins: [besideIt(beside), callsByOutline, leanSources, withoutLocales],
    })
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ version, type: 'commonjs' }, null, 2)}\n`)
  await stop()
}

const makeClusterTemplate = async () => {
  const { makeClusterTemplate: make } = await import('./make-cluster.ts')
  await make(at('out/cluster'), migrationsHash())
}

const runTool = (bin, args) => {
  const done = spawnSync(process.execPath, [at('node_modules', ...bin.split('/')), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (done.status !== 0) throw new Error(`${bin} ${args.join(' ')} failed`)
}

const builders = {
  server: async () => {
    const { withoutLocales } = await import('./lean-bundle.ts')
    const entries = { main: 'scripts/server-launcher.mjs', 'draw-process': 'server/pictures/draw-process.ts' }
    await bundle(entries, 'out/server', [withoutLocales])
  },
  cluster: makeClusterTemplate,
  cli: bundleCli,
  web: () => runTool('vite/bin/vite.js', ['build', '-c', 'vite.web.config.ts', '--logLevel', 'warn']),
  desktop: () => runTool('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn']),
}

/** Builds the named programs if they are stale, one after the other. Throws when one fails. */
export const build = async (names, { isForced = false } = {}) => {
  for (const name of isForced ? (names ?? Object.keys(programs)) : stale(names)) {
    process.stderr.write(`Building ${name} …\n`)
    const before = fingerprint(name)
    await builders[name]()
    mkdirSync(dirname(stampFile(name)), { recursive: true })
    writeFileSync(stampFile(name), before)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href && !handOver(root)) {
  const args = process.argv.slice(2)
  const names = args.filter((arg) => !arg.startsWith('--'))
  const unknown = names.find((name) => !Object.hasOwn(programs, name))
  if (unknown) {
    process.stderr.write(`There is no program "${unknown}": choose from ${Object.keys(programs).join(', ')}.\n`)
    process.exitCode = 2
  } else await build(names.length > 0 ? names : undefined, { isForced: args.includes('--force') })
}
