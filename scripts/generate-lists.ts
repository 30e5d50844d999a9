// `npm run lists:generate` writes the lists of what the sources declare: nouns, events, services, migrations, jobs, routes and cases.
// They are files, not found at the start of a program, so that bundles and the compiler know them. A test fails if one is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMMAND = 'npm run lists:generate'

type Declared = { name: string; file: string }

/** The sources in these folders and below them, in the order of their paths. */
const sourcesIn = (root: string, ...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path).replaceAll('\\', '/'))
      .filter((path) => /\.tsx?$/.test(path) && !/\.(test|generated)\.tsx?$/.test(path))
      .sort(),
  )

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const uncapitalized = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

const named = (declared: readonly Declared[]) => declared.map(({ name }) => `  ${name},`)
const spread = (declared: readonly Declared[]) => declared.map(({ name }) => `  ...${name},`)

const kindOf = ({ name }: Declared) => uncapitalized(/(Open|Guest|Framed|)Routes$/.exec(name)?.[1] || 'SignedIn')
/** The routes by the frame in which their pages are drawn. */
const routeLines = (routes: readonly Declared[]): string[] => [
  ...['open', 'guest', 'framed', 'signedIn'].flatMap((kind) => [
    `export const ${kind}Routes = [`,
    ...spread(routes.filter((one) => kindOf(one) === kind)),
    ']',
  ]),
]

type Handling = Declared & { noun: string; isCreated: boolean }

/** The function that joins the services of each noun to its handlers. */
const handlerLines = (handling: readonly Handling[]): string[] => [
  'export const createHandlers = (deps: ServiceDeps) => ({',
  ...[...new Set(handling.map(({ noun }) => noun))].sort().map((noun) => {
    const parts = handling
      .filter((one) => one.noun === noun)
      .map(({ name, isCreated }) => (isCreated ? `${name}(deps)` : name))
    const service = parts.length === 1 ? parts.join('') : `{ ${parts.map((part) => `...${part}`).join(', ')} }`
    return `  ${noun}: handlersOf('${noun}', deps, ${service}),`
  }),
  '})',
]

/** What the generator writes of the sources in `root`: the text of each list by its path. */
export const listsOf = (root: string = ROOT): ReadonlyMap<string, string> => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  /** The exports of these files that the pattern finds; its first group is the name. */
  const exportsOf = (files: readonly string[], pattern: RegExp): Declared[] =>
    files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, name = '']) => ({ name, file })))

  const lists = new Map<string, string>()
  const write = (path: string, declared: readonly Declared[], ...rest: string[]) => {
    const names = declared.map(({ name }) => name)
    const twice = names.find((name, at) => names.indexOf(name) < at)
    if (twice !== undefined) throw new Error(`Two sources of ${path} declare ${twice}.`)
    const files = [...new Set(declared.map(({ file }) => file))]
    const imports = files.map((file) => {
      const path_ = relative(dirname(path), file).replaceAll('\\', '/')
      const ofFile = declared.filter((one) => one.file === file).map(({ name }) => name)
      return `import { ${ofFile.join(', ')} } from '${path_.startsWith('.') ? path_ : `./${path_}`}'`
    })
    lists.set(path, [`// Written by \`${COMMAND}\`.`, ...imports, '', ...rest, ''].join('\n'))
  }
  const contractFiles = sourcesIn(root, 'shared/contract')
  const nouns = contractFiles.flatMap((file) =>
    [...read(file).matchAll(/^export const (\w+) = noun\(\s*(?:'(.*)'|"(.*)"),/gm)].map(
      ([, name = '', text, quoted]) => ({ name, file, text: text ?? quoted ?? '' }),
    ),
  )
  write('shared/contract/nouns.generated.ts', nouns, 'export const nouns = {', ...named(nouns), '}')
  write(
    'server/plugins/openapi-groups.generated.ts',
    [],
    'export const groups = {',
    ...nouns.map(({ name, text }) => `  ${name}: ${JSON.stringify(text)},`),
    '}',
  )

  const events = exportsOf(contractFiles, /^export const (\w+Events) = \{$/gm)
  write('shared/contract/events.generated.ts', events, 'export const declaredEvents = {', ...spread(events), '}')

  const eventNouns = contractFiles.flatMap((file) =>
    [...read(file).matchAll(/^ {2}'(\w+)\.\w+': /gm)].map(([, name = '']) => name),
  )
  write(
    'shared/rules/event-nouns.generated.ts',
    [],
    'export const eventNouns = [',
    ...[...new Set(eventNouns)].sort().map((name) => `  '${name}',`),
    '] as const',
  )

  const services = sourcesIn(root, 'server/live', 'server/modules')
  /** `labels` has the noun's calls, `labelsInTasks` those of them that the module tasks has; `createLabels` makes them for a server. */
  const handling = exportsOf(services, /^export const (\w+) = (?:\{|\()/gm).flatMap(({ name, file }) => {
    const isCreated = /^create[A-Z]/.test(name)
    const noun = nouns.find((noun) => {
      if (isCreated) return name === `create${capitalized(noun.name)}`
      return name === noun.name || new RegExp(`^${noun.name}In[A-Z]`).test(name)
    })?.name
    return noun === undefined ? [] : [{ name, file, noun, isCreated }]
  })
  write(
    'server/handlers.generated.ts',
    handling,
    "import type { ServiceDeps } from './deps.ts'",
    "import { handlersOf } from './http/services.ts'",
    '',
    ...handlerLines(handling),
  )

  const migrations = sourcesIn(root, 'server/db/migrations').flatMap((file) => {
    const [, name = '', number = ''] = /\/((\d{4})_\w+)\.ts$/.exec(file) ?? []
    return name === '' ? [] : [{ name: `up as up${number}`, file, line: `  { name: '${name}', up: up${number} },` }]
  })
  write(
    'server/db/migrations/list.generated.ts',
    migrations,
    'export const list = [',
    ...migrations.map(({ line }) => line),
    ']',
  )

  const jobs = exportsOf(sourcesIn(root, 'server/modules'), /^export const (\w+Jobs) = \[/gm)
  write('server/process/jobs.generated.ts', jobs, 'export const jobs = [', ...spread(jobs), ']')

  const routeFiles = sourcesIn(root, 'src-renderer/app', 'src-renderer/features').filter((file) =>
    /^(?:[\w-]+-)?routes\.tsx?$/.test(basename(file)),
  )
  const routes = exportsOf(routeFiles, /^export const (\w+Routes): RouteObject\[\] = \[$/gm)
  write('src-renderer/app/routes.generated.ts', routes, ...routeLines(routes))

  const cases = exportsOf(sourcesIn(root, 'tests/api/cases'), /^export const (\w+Cases): Cases = \{$/gm)
  write('tests/api/cases/list.generated.ts', cases, 'export const list = [', ...named(cases), ']')
  return lists
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [path, text] of listsOf()) writeFileSync(join(ROOT, path), text)
