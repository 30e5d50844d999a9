import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig, type Plugin } from 'vite'
import { SAID_MS } from './shared/api-client/changes.ts'
import { apiBase } from './shared/api-client/wire.ts'
import { CHANGED_HEADER } from './shared/contract/endpoint.ts'
import { contract } from './shared/contract/index.ts'
import { type PageName, patternOf } from './shared/rules/addresses.ts'
import { rendererConfig } from './vite.renderer.ts'

const outDir = fileURLToPath(new URL('out/web', import.meta.url))
/** Files smaller than this get no compressed copies. A screen has several of half a kilobyte. */
const COMPRESS_FROM_BYTES = 256

/** Writes compressed copies of files, once for all requests; the server sends the copy that the browser accepts. */
const precompressed = (): Plugin => ({
  name: 'precompressed-copies',
  apply: 'build',
  closeBundle() {
    for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
      const file = join(outDir, name)
      if (!/\.(js|css|html|svg|json)$/.test(name) || statSync(file).size < COMPRESS_FROM_BYTES) continue
      const content = readFileSync(file)
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      writeFileSync(`${file}.br`, brotliCompressSync(content, quality))
    }
  },
})

/** Makes the page ask for its font at once, not only when it has read the styles, so that the text does not move when the font arrives. */
const fontPreload = (): Plugin => ({
  name: 'font-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
      if (!font) throw new Error('The build has no font to preload.')
      const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true }
      return [{ tag: 'link', injectTo: 'head', attrs }]
    },
  },
})

const frame = ['app/AppLayout.tsx', 'platform/web-transport.ts', 'lib/api-client.ts']
/** A screen that people arrive at: its page, its modules, and whether a person must be signed in to see it. */
type Arrival = {
  page: PageName
  /** The parts of the path that choose this screen among those of the page. */
  values?: Readonly<Record<string, string>>
  isGuarded: boolean
  /** Below src-renderer. */
  modules: readonly string[]
  /** Calls that the screen begins with, all of which read what the first part of its address names. */
  reads?: ReadonlyArray<{ path: string }>
}
const board = {
  isGuarded: true,
  modules: [...frame, 'features/workspace/WorkspacePage.tsx', 'features/tasks/TasksTab.tsx'],
  reads: [contract.tasks.byProject, contract.projects.get, contract.projects.userDetails],
}
const arrivals: readonly Arrival[] = [
  { page: 'landing', isGuarded: false, modules: ['features/landing/LandingPage.tsx'] },
  { page: 'login', isGuarded: false, modules: ['parts/entry/AuthLayout.tsx', 'features/auth/LoginPage.tsx'] },
  { page: 'market', isGuarded: true, modules: [...frame, 'features/market/MarketPage.tsx'] },
  { page: 'myProjects', isGuarded: true, modules: [...frame, 'features/my-projects/MyProjectsPage.tsx'] },
  { page: 'talent', isGuarded: true, modules: [...frame, 'features/talent/TalentPage.tsx'] },
  { page: 'ownerDashboard', isGuarded: true, modules: [...frame, 'features/dashboard/OwnerDashboardPage.tsx'] },
  {
    page: 'projectTab',
    values: { tab: 'tasks' },
    ...board,
  },
  { page: 'taskByNumber', ...board },
]

/**
 * A screen as the script in the page's head reads it: a pattern of its address, whether a person must be signed in, its files,
 * and the addresses of its first calls, in which `*` stands for what the pattern has found.
 */
type Screen = readonly [at: string, isGuarded: boolean, files: readonly string[], calls: readonly string[]]

/**
 * The script that runs in the page's head, before any other code. If it may not read the storage, nobody counts as signed in.
 * The answers wait in `askedAhead` for the first calls of the app (src-renderer/platform/asked-ahead.ts); an answer that is
 * none, or a refusal, is null there, and the app asks again. Like the app it says how long ago something changed
 * (shared/api-client/changes.ts).
 */
const askForScreen = (screens: readonly Screen[]): string => `(function (screens) {
  var isSignedIn = false, bearer = null, ago = Infinity
  try {
    isSignedIn = localStorage.getItem('userID') !== null
    bearer = localStorage.getItem('accessToken')
    ago = Math.max(0, Date.now() - localStorage.getItem('changedAt'))
  } catch {}
  for (const [at, isGuarded, files, calls] of screens) {
    const found = new RegExp(at).exec(location.pathname)
    if (isSignedIn !== isGuarded || !found) continue
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
    if (!bearer) continue
    const answers = {}
    for (const call of calls) {
      const url = new URL(call.replace('*', found[1]), location.origin).href
      const headers = { accept: 'application/json', authorization: 'Bearer ' + bearer }
      if (ago < ${SAID_MS} && url.startsWith(location.origin + '/')) headers['${CHANGED_HEADER}'] = String(ago)
      answers[url] = fetch(url, { signal: AbortSignal.timeout(10000), headers })
        .then((answer) => (answer.status === 200 ? answer.json() : null), () => null).catch(() => null)
    }
    window.askedAhead = { bearer, answers, at: performance.now() }
  }
})(${JSON.stringify(screens)})
`

/**
 * Makes the page ask for its screen's files, and for what a board shows, before any code has arrived: the address says which screen is wanted, and the storage whether
 * a person is signed in. Without this the browser would learn of these files only from the first ones. The script is a file, because
 * the content security policy forbids inline scripts.
 */
const codeAhead = (): Plugin => {
  let script = ''
  return {
    name: 'code-ahead',
    apply: 'build',
    // The bundle must be complete before the HTML is written.
    enforce: 'pre',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const withImports = (file: string, found: Set<string>): Set<string> => {
        if (found.has(file)) return found
        found.add(file)
        for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) withImports(next, found)
        return found
      }
      const filesOf = (modules: readonly string[]) => {
        const found = new Set<string>()
        for (const module of modules) {
          const isIt = (id: string | null) => id?.endsWith(`/src-renderer/${module}`)
          const chunk =
            chunks.find(({ facadeModuleId }) => isIt(facadeModuleId)) ??
            chunks.find(({ moduleIds }) => moduleIds.some(isIt))
          if (!chunk) throw new Error(`The build has no file for ${module}.`)
          withImports(chunk.fileName, found)
        }
        return found
      }
      // The page's HTML asks for these itself.
      const first = filesOf(['main.tsx'])
      const server = apiBase(process.env['VITE_SERVER_URL'] ?? '')
      const screens = arrivals.map(({ page, values, isGuarded, modules, reads = [] }): Screen => {
        const files = [...filesOf(modules)].filter((file) => !first.has(file))
        const calls = reads.map(({ path }) => server + path.replace(/:\w+/, '*'))
        return [patternOf(page, { values }).source, isGuarded, files.map((file) => `/${file}`), calls]
      })
      const source = askForScreen(screens)
      script = `assets/ahead-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: script, source })
    },
    transformIndexHtml: () => [{ tag: 'script', injectTo: 'head-prepend', attrs: { src: `/${script}` } }],
  }
}

/** The address of the server that `npm run dev` has started; Vite's server passes calls on to it. */
const devServer = process.env['GUILDHALL_DEV_SERVER'] ?? 'http://127.0.0.1:4310'
const passOn = { target: devServer, changeOrigin: true }

/** The web build in out/web, which the server or any host of static files can serve. */
export default defineConfig(
  mergeConfig(rendererConfig('web'), {
    build: { outDir },
    plugins: [fontPreload(), codeAhead(), precompressed()],
    server: {
      host: '127.0.0.1',
      proxy: { '/api': passOn, '/health': passOn, '/_mail': passOn, '/openapi.json': passOn },
    },
  }),
)
