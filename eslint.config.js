// The rules of this project: which code may import what, and what has one place. The rules that every TypeScript project has,
// those that read types, and React's are in .oxlintrc.json (docs/decisions/0052).
import { fileURLToPath } from 'node:url'
import boundaries from 'eslint-plugin-boundaries'
import tseslint from 'typescript-eslint'

const code = ['**/*.{ts,tsx}']
const tests = ['**/*.test.{ts,tsx}', 'tests/**']

/** Imports that climb two or more levels, but for those of folders that have no name in package.json. */
const climb = (...unnamed) => `^(?:\\.\\./){2,}(?!(?:\\.|${unnamed.join('|')})[/.])`
const climbs = "Import it by the name of its room, such as '#shared/rules/money.ts': package.json's imports list them."

/** Modules that only one file of ours (or one for each program) may import; all other code goes through that file. */
const wrapped = {
  ipcMain: {
    name: 'electron',
    importNames: ['ipcMain'],
    message: 'Channels are declared in src-main/ipc/handle.ts, which checks sender and arguments.',
  },
  ipcRenderer: {
    name: 'electron',
    importNames: ['ipcRenderer'],
    message: 'Only the preload talks over IPC; the renderer has the bridge.',
  },
  axios: { name: 'axios', message: 'Calls go through the typed client in shared/api-client.' },
  electronStore: { name: 'electron-store', message: 'Settings go through src-main/settings, which has the schema.' },
  keytar: {
    name: 'keytar',
    message: 'The keychain is reached through one module a program (src-main/session/keychain.ts, cli/keychain.ts).',
  },
  dataGrid: { name: '@mui/x-data-grid', message: 'Tables are ui/list/DataTable.tsx, which pages on the server.' },
  useMutation: {
    name: '@tanstack/react-query',
    importNames: ['useMutation'],
    message:
      'A call that changes something goes through data/use-call.ts, which sends a double press once and knows what goes stale.',
  },
  useWrite: {
    regex: '/use-write\\.ts$',
    message:
      'A call of the contract that changes something goes through data/use-call.ts, which knows what goes stale.',
  },
  climb: {
    regex: climb('resources', 'src-preload'),
    message: climbs,
  },
  component: { regex: '^@mui/material/', message: "Name it in the file's one import from '@mui/material'." },
}
const restrict = (...names) => {
  const chosen = names.map((name) => wrapped[name])
  return ['error', { paths: chosen.filter(({ name }) => name), patterns: chosen.filter(({ regex }) => regex) }]
}
const everything = Object.keys(wrapped)
const without = (...allowed) => everything.filter((name) => !allowed.includes(name))
const wrapper = (files, ...allowed) => ({ files, rules: { 'no-restricted-imports': restrict(...without(...allowed)) } })

/** Keys of the cache, and what a call makes stale, come from the contract in one place; these rules refuse other ones. */
const handMadeKeys = [
  {
    selector: "Property[key.name='queryKey'] ArrayExpression",
    message:
      "A query's key is its operation and input: data/query.ts makes both, data/<noun>.ts where several screens share them.",
  },
  {
    selector: "MemberExpression[property.name='invalidateQueries']",
    message: 'What a call makes stale is a row in data/effects.ts, which data/use-call.ts applies.',
  },
]

/** A listener that hears keys before lib/composing.ts would also hear those of input methods. */
const keyListener = {
  selector:
    'CallExpression[callee.name=addEventListener][arguments.0.value=/^key/], CallExpression[callee.property.name=addEventListener][arguments.0.value=/^key/][arguments.2]',
  message:
    'Listen to keys at the document, and not while they are on their way down: lib/composing.ts must come first.',
}

const element = (type, captured) => ({ element: captured ? { type, captured } : { type } })
const may = (from, ...to) => ({ from: from.map((type) => element(type)), allow: to.map((target) => ({ to: target })) })
const own = { name: '{{from.element.captured.name}}' }
const all = (...types) => types.map((type) => element(type))

/** Refuses measures of the look that are written out; 0, 'inherit' and 'none' are allowed, and all others have a name. */
const measure = (...keys) => `Property[key.name=/^(${keys.join('|')})$/]`
const look = [
  `${measure('fontSize', 'fontWeight', 'borderRadius', 'boxShadow', 'font')} Literal:not([raw=/^(0|'inherit'|'none')$/])`,
  `${measure('fontSize', 'fontWeight', 'borderRadius', 'boxShadow', 'font')} TemplateElement[value.raw=/[1-9]/]`,
  "JSXAttribute[name.name='fontWeight'] Literal",
  `${measure('typography')} Literal:not([value=/^(display|title|figure|panel|lead|note|h[1-4]|body[12]|caption|button)$/])`,
].map((selector) => ({
  selector,
  message:
    'Sizes, weights, corners and shadows have names: a variant of app/theme.ts, or a measure of ui/look/tokens.ts.',
}))

/** Says what these files of a server module may import. They may import no other element that `boundaries/elements` knows. */
const layer = (files, options, ...targets) => ({
  files,
  ignores: ['**/*.test.ts'],
  rules: {
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        checkInternals: true,
        ...options,
        policies: [{ from: element('module'), allow: targets.map((to) => ({ to })) }],
      },
    ],
  },
})
const below = all('contract', 'rules', 'access', 'events', 'db')
const ofModule = (categories, captured) => ({ ...element('module', captured), file: { categories } })
const anyBut = (category) => ({ noneOf: [category] })

const queryBuilder = { name: 'kysely', message: 'SQL stands in a *repository.ts only.', allowTypeImports: true }

export default tseslint.config(
  {
    ignores: [
      'out/**',
      'dist/**',
      'node_modules/**',
      'coverage/**',
      'test-results/**',
      // Programs of other people, kept as they came.
      'tests/cases/**',
      '**/*.generated.ts',
    ],
  },
  {
    files: code,
    languageOptions: { parser: tseslint.parser },
    plugins: { '@typescript-eslint': tseslint.plugin },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { 'no-restricted-imports': restrict(...everything) },
  },
  {
    files: code,
    plugins: { boundaries },
    settings: {
      'import/resolver': { [fileURLToPath(new URL('scripts/eslint-resolver.cjs', import.meta.url))]: {} },
      'boundaries/elements': [
        { type: 'contract', pattern: 'shared/contract' },
        { type: 'rules', pattern: 'shared/rules' },
        { type: 'api-client', pattern: 'shared/api-client' },
        { type: 'bridge', pattern: 'shared/bridge' },
        { type: 'main', pattern: 'src-main' },
        { type: 'preload', pattern: 'src-preload' },
        { type: 'feature', pattern: 'src-renderer/features/*', capture: ['name'] },
        { type: 'parts', pattern: 'src-renderer/parts' },
        { type: 'ui', pattern: 'src-renderer/ui' },
        { type: 'lib', pattern: 'src-renderer/lib' },
        { type: 'data', pattern: 'src-renderer/data' },
        { type: 'platform', pattern: 'src-renderer/platform' },
        { type: 'app', pattern: 'src-renderer/app' },
        { type: 'cli', pattern: 'cli' },
        { type: 'module', pattern: 'server/modules/*', capture: ['name'] },
        { type: 'access', pattern: 'server/access' },
        { type: 'events', pattern: 'server/events' },
        { type: 'db', pattern: 'server/db' },
        { type: 'http', pattern: 'server/http' },
      ],
      'boundaries/files': [
        { category: 'of-module', pattern: 'server/modules/*/*.ts' },
        { category: 'repository', pattern: 'server/modules/*/*repository.ts' },
        { category: 'service', pattern: 'server/modules/*/service.ts' },
        { category: 'bounded-list', pattern: 'server/http/bounded-list.ts' },
      ],
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            may(['contract', 'rules'], ...all('contract', 'rules')),
            may(['api-client'], ...all('contract', 'rules', 'api-client')),
            may(['bridge'], ...all('contract', 'rules', 'api-client', 'bridge')),
            may(['preload'], ...all('contract', 'api-client', 'bridge', 'preload')),
            may(['main'], ...all('contract', 'rules', 'api-client', 'bridge', 'main')),
            may(['cli'], ...all('contract', 'rules', 'api-client', 'cli')),
            may(['ui', 'lib'], ...all('contract', 'rules', 'api-client', 'ui', 'lib', 'platform')),
            may(['data'], ...all('contract', 'rules', 'api-client', 'lib', 'platform', 'data')),
            may(['platform'], ...all('contract', 'api-client', 'bridge', 'preload', 'lib', 'platform')),
            may(
              ['feature'],
              ...all('contract', 'rules', 'api-client', 'ui', 'lib', 'data', 'platform', 'parts'),
              element('feature', own),
            ),
            may(['parts'], ...all('contract', 'rules', 'api-client', 'ui', 'lib', 'data', 'platform', 'parts')),
            may(
              ['app'],
              ...all('contract', 'rules', 'api-client', 'ui', 'lib', 'data', 'platform', 'parts', 'feature', 'app'),
            ),
            may(['access'], ...all('contract', 'rules', 'access', 'db', 'http')),
            may(['events'], ...all('contract', 'rules', 'events', 'db')),
            may(['db'], ...all('contract', 'rules', 'db')),
            may(['http'], ...all('contract', 'rules', 'db', 'http')),
          ],
        },
      ],
    },
  },
  // A service, and the files beside it, may use another module's service and nothing else of that module.
  layer(['server/modules/**/*.ts'], {}, ...below, element('http'), element('module', own), ofModule('service')),
  // A repository reads its own tables, and people's access to projects through server/access.
  layer(
    ['server/modules/*/*repository.ts'],
    { checkUnknownLocals: true },
    ...below,
    { ...element('http'), file: { categories: 'bounded-list' } },
    ofModule(anyBut('service'), own),
  ),
  {
    // These files may write SQL too: limits and presence have one table each, and jobs, backups and the demo world use many tables.
    files: ['server/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      '**/*repository.ts',
      'server/{access,backup,db,demo,events,jobs}/**',
      'server/{limits/limits,process/presence}.ts',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [queryBuilder] }],
    },
  },
  wrapper(['src-main/ipc/handle.ts'], 'ipcMain'),
  wrapper(['src-preload/**'], 'ipcRenderer'),
  wrapper(['shared/api-client/axios-transport.ts'], 'axios'),
  wrapper(['src-main/settings/**'], 'electronStore'),
  wrapper(['src-main/session/keychain.ts', 'cli/keychain.ts'], 'keytar'),
  wrapper(['src-renderer/ui/list/DataTable.tsx'], 'dataGrid'),
  // AI calls may use useMutation: they change nothing, and a second press ends the first call and begins anew.
  wrapper(
    [
      'src-renderer/lib/use-write.ts',
      'src-renderer/features/tasks/fields/use-ai-call.ts',
      'src-renderer/features/dashboard/wizard/use-generation.ts',
    ],
    'useMutation',
  ),
  // These may use useWrite: the wizard makes several calls for one press, and the change of mode makes a call that only reads.
  wrapper(
    [
      'src-renderer/data/use-call.ts',
      'src-renderer/features/dashboard/wizard/use-wizard.ts',
      'src-renderer/app/use-mode-switch.ts',
    ],
    'useWrite',
  ),
  {
    files: ['src-renderer/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          property: 'randomUUID',
          message: 'Pages without TLS do not have it, and the app works there too: lib/new-key.ts makes keys.',
        },
        ...['isComposing', 'keyCode', 'which'].map((property) => ({
          property,
          message: 'A handler sees no key that an input method takes: lib/composing.ts keeps them all from the app.',
        })),
      ],
      'no-restricted-syntax': ['error', keyListener],
    },
  },
  {
    files: ['src-renderer/**/*.{ts,tsx}'],
    ignores: ['src-renderer/data/**', '**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...handMadeKeys, ...look, keyListener] },
  },
  {
    files: ['src-renderer/lib/composing.ts'],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    files: tests,
    rules: {
      'boundaries/dependencies': 'off',
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: climb('package', 'vite', 'scripts', 'src-main', 'tests/api', 'e2e'),
              message: climbs,
            },
          ],
        },
      ],
      '@typescript-eslint/no-restricted-imports': 'off',
    },
  },
)
