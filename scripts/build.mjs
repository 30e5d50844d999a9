// Builds what is stale: `node scripts/build.mjs [server] [cli] [web] [desktop] [--force]`; all of them unless named.
// Runs on Node 24 (scripts/start.mjs and npm see to it).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { at, externals, programs, root } from './programs.mjs'

function* filesOf(path) {
  if (!existsSync(path)) return
  if (statSync(path).isFile()) return void (yield path)
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* filesOf(join(path, entry.name))
    else if (!/\.test\.tsx?$/.test(entry.name)) yield join(path, entry.name)
  }
}

/** The commit that is built, for the programs that tell it: named in the environment (an image has no git), else by git, else none. */
const commit = () => {
  if (process.env.SOURCE_COMMIT) return process.env.SOURCE_COMMIT
  if (!existsSync(at('.git'))) return ''
  const git = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=9', '--exclude=*'], {
    cwd: root,
    encoding: 'utf8',
  })
  return git.status === 0 ? git.stdout.trim().replace('-', '.') : ''
}

/** Changes when any source's content does; times would lie after a checkout. */
const fingerprint = (name) => {
  const hash = createHash('sha256')
  for (const source of programs[name].sources)
    for (const file of filesOf(at(source))) hash.update(file.slice(root.length)).update(readFileSync(file))
  if (name === 'server') hash.update(commit())
  return hash.update(process.env.VITE_SERVER_URL ?? '').digest('hex')
}
const stampFile = (name) => at('out/.built', name)

/** Programs whose output is missing or older than their sources. */
export const stale = (names = Object.keys(programs)) =>
  names.filter((name) => {
    const isBuilt = existsSync(at(programs[name].check)) && existsSync(stampFile(name))
    return !isBuilt || readFileSync(stampFile(name), 'utf8') !== fingerprint(name)
  })

/** One file a program, with Node's compile cache switched on: half the start-up time. */
const bundle = async (entry, outfile) => {
  const { build, stop } = await import('esbuild')
  const banner = [
    // Not by its name: Node 20 has no compile cache, and an import of what is not there ends the program.
    "import * as __module from 'node:module';",
    "import { fileURLToPath as __toPath } from 'node:url'; import { dirname as __dir } from 'node:path';",
    '__module.enableCompileCache?.(); const require = __module.createRequire(import.meta.url);',
    'const __filename = __toPath(import.meta.url); const __dirname = __dir(__filename);',
  ].join(' ')
  rmSync(dirname(at(outfile)), { recursive: true, force: true })
  await build({
    entryPoints: [at(entry)],
    outdir: dirname(at(outfile)),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    // What README promises to run on.
    target: 'node20',
    minifySyntax: true,
    sourcemap: false,
    legalComments: 'none',
    logLevel: 'warning',
    external: externals,
    define: { __COMMIT__: JSON.stringify(commit()) },
    banner: { js: banner },
  })
  // Its service would stay beside us for as long as we run, with some 200 MB.
  await stop()
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
  server: () => bundle('server/main.ts', 'out/server/main.js'),
  cli: () => bundle('cli/index.ts', 'out/cli/index.js'),
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2)
  const names = args.filter((arg) => !arg.startsWith('--'))
  const unknown = names.find((name) => !Object.hasOwn(programs, name))
  if (unknown) {
    process.stderr.write(`There is no program "${unknown}": choose from ${Object.keys(programs).join(', ')}.\n`)
    process.exitCode = 2
  } else await build(names.length > 0 ? names : undefined, { isForced: args.includes('--force') })
}
