// `npm start` installs if needed, builds the programs whose sources have changed, and starts the app. This file, and
// its imports before the switch to Node 24, run on Node 20 without packages.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { install } from './install.mjs'
import { isOwnNode } from './own-node.mjs'
import { at, electronBinary, ownNode, root } from './programs.mjs'

const help = `npm start -- [options]

Installs and builds what is needed, starts the server with its embedded database and demo world, and opens the desktop app.
Without the Electron binary, or with --web, it serves the web build instead.

  --web              serve the web build, even if the desktop app could be opened
  --dev              run from the sources, and reload when they change
  --port PORT        port of the server (4310; 0 takes any free one)
  --host HOST        address to listen on (127.0.0.1)
  --data-dir DIR     where the data is (the platform's own place for application data)
  --no-demo          start without the demo world
  --no-open          do not open a browser
  --help             this text

Example: npm start -- --web --port 4310 --host 127.0.0.1 --data-dir ./my-data --no-open --no-demo
`

const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        web: { type: 'boolean' },
        dev: { type: 'boolean' },
        port: { type: 'string' },
        host: { type: 'string' },
        'data-dir': { type: 'string' },
        'no-demo': { type: 'boolean' },
        'no-open': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: false,
    }).values
  } catch (error) {
    return fail(`${String(error.message).split('. ')[0]}; npm start -- --help names all options.`)
  }
}

const options = readOptions()
if (options.help) {
  process.stdout.write(help)
  process.exit(0)
}
if (options.port !== undefined && !(/^\d{1,5}$/.test(options.port) && Number(options.port) <= 65535))
  fail(`--port must be a number from 0 to 65535; it was "${options.port}".`)

const problem = install()
if (problem) fail(problem)

// From here on everything runs on the Node that the project pins.
const node = ownNode()
const children = new Set()
let isStopping = false
let stoppingSince = Infinity
/** Ctrl-C in a terminal reaches this process twice, directly and through its parent; two signals within this time count as one. */
const SAME_WISH_MS = 1000

/** Stops every child and ends when the last one has ended; a second signal kills the children. */
const stop = (signal) => {
  const isAgain = Date.now() - stoppingSince > SAME_WISH_MS
  if (isAgain) for (const child of children) child.kill('SIGKILL')
  if (stoppingSince === Infinity) stoppingSince = Date.now()
  isStopping = true
  for (const child of children) child.kill(signal)
  if (children.size === 0) process.exit(0)
}
process.on('SIGINT', () => stop('SIGTERM'))
process.on('SIGTERM', () => stop('SIGTERM'))
process.on('SIGHUP', () => stop('SIGTERM'))
followParent()

/**
 * Stops when the parent process has ended. npm runs this script through a shell that passes no signals on: a SIGTERM to
 * npm ends npm and the shell, and shows here in no other way. Started from a person's shell, the script may outlive it
 * (nohup).
 */
function followParent() {
  process.on('disconnect', () => stop('SIGTERM'))
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && !isStopping && stop('SIGTERM'), 500).unref()
}

/**
 * Starts a program. When one ends, all end, and its exit code becomes this script's. A program with an 'ipc' channel
 * notices by it that this script has ended, in whatever way.
 */
const start = (command, args, extra = {}) => {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...extra })
  children.add(child)
  child.on('error', (error) => fail(`${command} could not be started: ${error.message}.`))
  child.on('exit', (code, signal) => {
    children.delete(child)
    if (!isStopping) {
      isStopping = true
      process.exitCode = code ?? (signal ? 1 : 0)
      for (const other of children) other.kill('SIGTERM')
    }
    if (children.size === 0) process.exit()
  })
  return child
}

if (!isOwnNode()) {
  // Runs the same command on Node 24; that process gets the signals and decides the exit code.
  start(node, [at('scripts/start.mjs'), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
} else await run()

async function run() {
  const { build } = await import('./build.mjs')
  const electron = options.web ? null : electronBinary()
  if (!options.web && !electron)
    process.stderr.write(
      'The desktop app cannot be opened because the Electron binary is not installed here, so the web build is served instead.\n',
    )
  try {
    if (options.dev) await build([])
    else await build(['server', 'cluster', 'cli', electron ? 'desktop' : 'web'])
  } catch (error) {
    return fail(`The build failed: ${error.message}.`)
  }
  if (options.dev) return dev(electron)
  return electron ? desktop(electron) : web()
}

function serverArgs() {
  return [
    ...['host', 'port', 'data-dir'].flatMap((name) =>
      options[name] === undefined ? [] : [`--${name}`, options[name]],
    ),
    ...(options['no-demo'] ? ['--no-demo'] : []),
  ]
}

/** Passes a program's output on, and calls `onReady` once, with the address at which the program says it is ready. */
function whenReady(child, onReady) {
  let text = ''
  let isReady = false
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk)
    if (isReady) return
    text += chunk
    const found = /is ready at (http:\/\/\S+)/.exec(text)
    if (!found) return
    isReady = true
    onReady(found[1])
  })
}

function web() {
  const child = start(node, [at('out/server/main.js'), ...serverArgs(), '--web-dir', at('out/web')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  whenReady(child, (origin) => {
    if (!options['no-open']) openBrowser(origin)
  })
}

function desktop(electron) {
  const isRoot = process.getuid?.() === 0
  start(electron, [
    ...(isRoot ? ['--no-sandbox'] : []),
    at('out/main/index.js'),
    ...serverArgs().map((arg) => (arg.startsWith('--') ? `--server-option=${arg}` : arg)),
  ])
}

/** Starts the server, which restarts when its sources change, and the desktop app, or without Electron the web build on Vite's server. */
function dev(electron) {
  const server = start(node, ['--watch', '--watch-preserve-output', at('server/main.ts'), ...serverArgs()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  whenReady(server, (origin) => {
    const env = { ...process.env, GUILDHALL_DEV_SERVER: origin, GUILDHALL_SERVER_URL: origin }
    if (electron) start(node, [at('node_modules/electron-vite/bin/electron-vite.js'), 'dev', '--watch'], { env })
    else
      // The web build is at the port after the server's; if that is taken, Vite takes the next free one.
      start(
        node,
        [
          at('node_modules/vite/bin/vite.js'),
          '-c',
          'vite.web.config.ts',
          '--port',
          String(Number(new URL(origin).port) + 1),
        ],
        { env },
      )
  })
}

/** Opens the person's browser if there is a display; without one, the person has the address that is printed. */
function openBrowser(origin) {
  const isHeadless = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY
  if (isHeadless) return
  const opener = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? ['xdg-open']
  const child = spawn(opener[0], [...opener.slice(1), origin], { stdio: 'ignore', detached: true })
  child.on('error', () => process.stderr.write(`Open ${origin} in your browser.\n`))
  child.unref()
}
