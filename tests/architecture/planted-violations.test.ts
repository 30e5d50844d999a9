import { dirname, join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { plantedCheckout } from '../support/planted-checkout.ts'

/** How long a tool that reads the whole project may take on two busy cores. */
const TOOL_MS = 240_000

const reexport = (names: string, from: string) => `export { ${names} } from '${from}'\n`
const hook = `import { useState } from 'react'
export const PlantedHook = ({ isOpen }: { isOpen: boolean }) => {
  if (isOpen) useState(0)
  return null
}
`

const styled = (style: string) =>
  `import { size } from './look/tokens.ts'\nexport const planted = (isLarge: boolean) => (${style})\n`
/** Style objects, as source text: each writes out a measure that the theme has a name for. */
const pastTheTheme = {
  size: "{ fontSize: '0.83rem' }",
  'responsive-size': "{ fontSize: { xs: size.note, md: '14px' } }",
  weight: '{ fontWeight: isLarge ? 630 : 400 }',
  radius: '{ borderRadius: 1 }',
  corners: '{ borderRadius: `${size.note} 7px` }',
  shadow: "{ boxShadow: '0 1px 2px black' }",
  variant: "{ typography: 'h7' }",
}

/** Files that break a rule of this project: the path, the text, and the rule of ESLint that must catch it. */
const lint: Array<[path: string, text: string, rule: string]> = [
  ['src-main/planted/ipc-main.ts', reexport('ipcMain', 'electron'), 'no-restricted-imports'],
  ['src-renderer/lib/planted-ipc.ts', reexport('ipcRenderer', 'electron'), 'no-restricted-imports'],
  ['src-main/planted/ipc-renderer.ts', reexport('ipcRenderer', 'electron'), 'no-restricted-imports'],
  ['cli/planted-axios.ts', reexport('default as axios', 'axios'), 'no-restricted-imports'],
  ['src-main/planted/store.ts', reexport('default as Store', 'electron-store'), 'no-restricted-imports'],
  ['server/planted-keytar.ts', reexport('default as keytar', 'keytar'), 'no-restricted-imports'],
  ['src-renderer/ui/planted-grid.ts', reexport('DataGrid', '@mui/x-data-grid'), 'no-restricted-imports'],
  ['src-renderer/lib/planted-write.ts', reexport('useMutation', '@tanstack/react-query'), 'no-restricted-imports'],
  [
    'src-renderer/features/market/planted-write.ts',
    reexport('useWrite', '../../lib/use-write.ts'),
    'no-restricted-imports',
  ],
  [
    'src-renderer/features/market/planted-key.ts',
    "export const planted = { queryKey: ['market'] as const }\n",
    'no-restricted-syntax',
  ],
  [
    'src-renderer/app/planted-stale.ts',
    "import type { QueryClient } from '@tanstack/react-query'\nexport const planted = (client: QueryClient) => client.invalidateQueries()\n",
    'no-restricted-syntax',
  ],
  [
    'src-renderer/features/tasks/planted-uuid.ts',
    'export const planted = () => crypto.randomUUID()\n',
    'no-restricted-properties',
  ],
  [
    'src-renderer/ui/planted-composing.ts',
    'export const planted = (event: KeyboardEvent) => event.isComposing\n',
    'no-restricted-properties',
  ],
  [
    'src-renderer/data/planted-keys.ts',
    "export const planted = () => document.addEventListener('keydown', () => undefined, true)\n",
    'no-restricted-syntax',
  ],
  ['src-renderer/lib/planted-data.ts', reexport('query', '../data/query.ts'), 'boundaries/dependencies'],
  [
    'src-renderer/data/planted-feature.ts',
    reexport('marketQuery', '../features/market/queries.ts'),
    'boundaries/dependencies',
  ],
  [
    'src-renderer/features/talent/planted-query.ts',
    reexport('marketQuery', '../market/queries.ts'),
    'boundaries/dependencies',
  ],
  [
    'src-renderer/parts/planted-feature.ts',
    reexport('marketQuery', '../features/market/queries.ts'),
    'boundaries/dependencies',
  ],
  ['src-renderer/ui/planted-component.ts', reexport('default', '@mui/material/Button'), 'no-restricted-imports'],
  ['shared/contract/planted.ts', reexport('ApiError', '../api-client/index.ts'), 'boundaries/dependencies'],
  ['shared/rules/planted.ts', reexport('ApiError', '../api-client/index.ts'), 'boundaries/dependencies'],
  ['shared/bridge/planted.ts', reexport('errorKind', '../../src-main/log.ts'), 'boundaries/dependencies'],
  ['src-preload/planted.ts', reexport('canonicalEmail', '../shared/rules/account.ts'), 'boundaries/dependencies'],
  [
    'src-renderer/ui/planted-feature.ts',
    reexport('LoginPage', '../features/auth/LoginPage.tsx'),
    'boundaries/dependencies',
  ],
  [
    'src-renderer/features/market/planted.ts',
    reexport('LoginPage', '../auth/LoginPage.tsx'),
    'boundaries/dependencies',
  ],
  ['src-renderer/lib/planted-app.ts', reexport('AppLayout', '../app/AppLayout.tsx'), 'boundaries/dependencies'],
  ['cli/planted-bridge.ts', "export * from '../shared/bridge/index.ts'\n", 'boundaries/dependencies'],
  ['server/db/planted-module.ts', "export * from '../modules/users/service.ts'\n", 'boundaries/dependencies'],
  ['server/db/planted-access.ts', "export * from '../access/access.ts'\n", 'boundaries/dependencies'],
  ['server/access/planted.ts', "export * from '../modules/users/service.ts'\n", 'boundaries/dependencies'],
  ['server/modules/users/planted.ts', "export * from '../waitlist/repository.ts'\n", 'boundaries/dependencies'],
  ['server/modules/users/planted-part.ts', "export * from '../waitlist/mails.ts'\n", 'boundaries/dependencies'],
  ['server/modules/users/planted-repository.ts', "export * from '../people/service.ts'\n", 'boundaries/dependencies'],
  ['server/modules/ai/planted-repository.ts', "export * from './service.ts'\n", 'boundaries/dependencies'],
  ['server/modules/files/planted-repository.ts', "export * from '../../limits/limits.ts'\n", 'boundaries/dependencies'],
  [
    'server/modules/files/planted-http-repository.ts',
    "export * from '../../http/errors.ts'\n",
    'boundaries/dependencies',
  ],
  ['server/http/planted.ts', "export * from '../modules/users/service.ts'\n", 'boundaries/dependencies'],
  ['server/modules/users/planted-sql.ts', reexport('sql', 'kysely'), '@typescript-eslint/no-restricted-imports'],
  ['server/plugins/planted-sql.ts', reexport('sql', 'kysely'), '@typescript-eslint/no-restricted-imports'],
  ['server/plugins/planted-climb.ts', "export * from '../../shared/brand.ts'\n", 'no-restricted-imports'],
  ['server/modules/users/planted-climb.ts', "export * from '../../limits/limits.ts'\n", 'no-restricted-imports'],
  ['src-renderer/app/planted-climb.ts', "export * from '../../shared/brand.ts'\n", 'no-restricted-imports'],
  ['tests/api/planted-climb.ts', "export * from '../../server/limits/limits.ts'\n", 'no-restricted-imports'],
  ...Object.entries(pastTheTheme).map(([name, style]): [string, string, string] => [
    `src-renderer/ui/planted-${name}.ts`,
    styled(style),
    'no-restricted-syntax',
  ]),
  [
    'src-renderer/ui/PlantedWeight.tsx',
    'export const PlantedWeight = () => <text fontWeight="630" />\n',
    'no-restricted-syntax',
  ],
]

const programs = ['shared', 'server', 'src-main', 'src-preload', 'src-renderer', 'cli', 'scripts', 'tests']

/** Files that break a rule for every TypeScript project: the path, the text, and the rule of oxlint that must catch it. */
const general: typeof lint = [
  ['server/planted-any.ts', 'export const planted: any = 1\n', 'typescript(no-explicit-any)'],
  ['cli/planted-console.ts', "console.log('planted')\nexport {}\n", 'eslint(no-console)'],
  ['shared/rules/planted-long.ts', 'export const planted = [\n' + '  1,\n'.repeat(400) + ']\n', 'eslint(max-lines)'],
  ['src-renderer/ui/PlantedHook.tsx', hook, 'react-hooks(rules-of-hooks)'],
  ['src-renderer/ui/PlantedClock.tsx', 'export const PlantedClock = () => <p>{Date.now()}</p>\n', 'react(purity)'],
  ['scripts/planted-name.mjs', 'nobodyDeclaresThis()\n', 'eslint(no-undef)'],
  // Rules that read types say nothing about a file whose types they cannot read, so each program has one.
  ...programs.flatMap((program): typeof lint => [
    [
      `${program}/planted-promise.ts`,
      'export const planted = () => {\n  Promise.resolve(1)\n}\n',
      'typescript(no-floating-promises)',
    ],
    [
      `${program}/planted-unsafe.ts`,
      "export const planted: number = JSON.parse('1')\n",
      'typescript(no-unsafe-assignment)',
    ],
  ]),
]

/** Files with a violation: the path, the text, and the dependency rule that must catch it. */
const dependencies: Array<[path: string, text: string, rule: string]> = [
  ['shared/rules/planted-circle.ts', reexport('b', './planted-round.ts') + 'export const a = 1\n', 'no-cycle'],
  ['src-renderer/lib/planted-node.ts', reexport('readFileSync', 'node:fs'), 'no-node-in-renderer'],
  ['shared/rules/planted-node.ts', reexport('readFileSync', 'node:fs'), 'no-node-in-renderer'],
  ['cli/planted-electron.ts', reexport('app', 'electron'), 'electron-only-in-shell'],
  ['src-main/planted/server.ts', "export * from '../../server/limits/limits.ts'\n", 'server-is-not-a-library'],
  ['shared/rules/planted-program.ts', "export * from '../../cli/exit-codes.ts'\n", 'shared-stands-alone'],
  ['server/planted-cli.ts', "export * from '../cli/exit-codes.ts'\n", 'programs-stand-apart'],
  ['server/modules/users/planted-top.ts', "export * from '../search/service.ts'\n", 'used-module-has-floor'],
  ['server/modules/tasks/planted-up.ts', "export * from '../memberships/service.ts'\n", 'module-uses-those-below'],
  ['server/plugins/planted.ts', "export * from '../modules/auth/sessions-repository.ts'\n", 'module-by-its-service'],
  ['server/live/planted.ts', "export * from '../modules/auth/sessions.ts'\n", 'module-by-its-service'],
  ['server/jobs/planted.ts', "export * from '../modules/tasks/repository.ts'\n", 'module-by-its-service'],
  ['server/process/planted.ts', "export * from '../modules/auth/repository.ts'\n", 'module-by-its-service'],
  ['server/demo/planted.ts', "export * from '../modules/files/sweeper.ts'\n", 'module-by-its-service'],
  ['server/planted-root.ts', "export * from './modules/users/repository.ts'\n", 'module-by-its-service'],
  ['server/modules/auth/planted.ts', "export * from '../../live/hub.ts'\n", 'module-knows-no-runner'],
  ['server/modules/auth/planted-demo.ts', "export * from '../../demo/access.ts'\n", 'module-knows-no-runner'],
  ['server/mail/planted.ts', "export * from '../demo/access.ts'\n", 'demo-is-known-to-its-starters'],
  ['src-renderer/features/tasks/planted/planted.ts', "export * from '../data/task-rules.ts'\n", 'room-has-floor'],
  [
    'src-renderer/features/tasks/data/planted-up.ts',
    "export * from '../filters/task-filters.ts'\n",
    'room-uses-those-below',
  ],
  ['src-renderer/features/tasks/plan/planted-top.ts', "export * from '../TasksTab.tsx'\n", 'room-uses-those-below'],
  ['src-renderer/ui/look/planted-up.ts', "export * from '../form/Field.tsx'\n", 'room-uses-those-below'],
  ['cli/planted-nowhere.ts', "export * from './nowhere.ts'\n", 'resolvable'],
]

const rooms = Object.entries(packageJson.imports).map(
  ([name, folder]) => [name.slice(0, -1), folder.slice(2, -1)] as const,
)
/** These files again, each of which imports by the name of a room in package.json what it imported by a relative path. */
const byName = (planted: typeof lint): typeof lint =>
  planted.flatMap(([path, text, rule]): typeof lint => {
    const [, relative] = /from '(\.\.\/[^']+)'/.exec(text) ?? []
    if (!relative || path.includes('climb')) return []
    const target = posix.join(dirname(path), relative)
    const room = rooms.find(([, folder]) => target.startsWith(folder))
    if (!room) return []
    const again = path.includes('/planted') ? path.replace('/planted', '/planted-by-name') : path
    return [[again, text.replace(relative, room[0] + target.slice(room[1].length)), rule]]
  })
lint.push(...byName(lint))
dependencies.push(...byName(dependencies))

const checkout = plantedCheckout()
beforeAll(() => {
  for (const [path, text] of [...lint, ...general, ...dependencies]) checkout.plant(path, text)
  // The other half of the circle of imports; dependency-cruiser reports the circle once.
  checkout.plant('shared/rules/planted-round.ts', reexport('a', './planted-circle.ts') + 'export const b = 1\n')
  checkout.plant('server/modules/planted/repository.ts', 'export const planted = 1\n')
  checkout.plant('server/planted-dead.ts', 'export const nobodyImportsThis = 1\n')
  const withDependency = {
    ...packageJson,
    dependencies: { ...packageJson.dependencies, 'planted-dependency': '1.0.0' },
  }
  checkout.plant('package.json', JSON.stringify(withDependency))
  checkout.append('shared/rules/account.ts', '\nexport const nobodyUsesThis = 1\n')
  checkout.plant('shared/rules/planted-style.ts', 'export const   planted = "styled otherwise";')
  checkout.plant('shared/rules/planted-dom.ts', 'export const planted = document.title\n')
  checkout.plant('shared/rules/planted-process.ts', 'export const planted = process.env\n')
  checkout.plant('shared/rules/planted-enum.ts', 'export enum Planted {\n  one,\n}\n')
})
afterAll(() => checkout.remove())

describe('a planted violation is caught by', () => {
  test(
    'eslint: wrapped modules, imports between layers, and what has one place',
    async () => {
      const { stdout, stderr } = await checkout.run('eslint', '--format', 'json', ...lint.map(([path]) => path))
      expect(stdout, stderr).not.toBe('')
      type Report = Array<{ filePath: string; messages: Array<{ ruleId: string | null; severity: number }> }>
      const errors = new Map(
        (JSON.parse(stdout) as Report).map(({ filePath, messages }) => [
          filePath,
          messages.filter(({ severity }) => severity === 2).map(({ ruleId }) => ruleId),
        ]),
      )
      const missed = lint.filter(([path, , rule]) => !errors.get(join(checkout.root, path))?.includes(rule))
      expect(missed.map(([path, , rule]) => `${rule} did not catch ${path}`)).toEqual([])
    },
    TOOL_MS,
  )

  test(
    'oxlint: the rules for code, those that read types in every program, and React’s',
    async () => {
      const { stdout, stderr } = await checkout.run('oxlint', '--format', 'json', ...general.map(([path]) => path))
      expect(stdout, stderr).not.toBe('')
      type Report = { diagnostics: Array<{ code: string; severity: string; filename: string }> }
      const errors = (JSON.parse(stdout) as Report).diagnostics.filter(({ severity }) => severity === 'error')
      const missed = general.filter(
        ([path, , rule]) => !errors.some(({ code, filename }) => filename === path && code === rule),
      )
      expect(missed.map(([path, , rule]) => `${rule} did not catch ${path}`)).toEqual([])
    },
    TOOL_MS,
  )

  test(
    'dependency-cruiser: cycles, modules that use those above them, Node in the renderer, Electron outside the shell, programs that import each other',
    async () => {
      // From these files it follows every import; the rest of the project is what `npm run check` reads.
      const planted = dependencies.map(([path]) => path)
      const { exitCode, stdout } = await checkout.run('depcruise', '--config', '.dependency-cruiser.cjs', ...planted)
      expect(exitCode).not.toBe(0)
      const missed = dependencies.filter(([path, , rule]) => !stdout.includes(`error ${rule}: ${path} `))
      expect(missed.map(([path, , rule]) => `${rule} did not catch ${path}`)).toEqual([])
    },
    TOOL_MS,
  )

  test(
    'knip: dead files, exports and dependencies',
    async () => {
      const { exitCode, stdout } = await checkout.run('knip', '--reporter', 'symbols')
      expect(exitCode).not.toBe(0)
      expect(stdout).toContain('server/planted-dead.ts')
      expect(stdout).toContain('nobodyUsesThis')
      expect(stdout).toContain('planted-dependency')
    },
    TOOL_MS,
  )

  test(
    'tsc: shared/ has neither DOM nor Node, and no syntax that needs compiling',
    async () => {
      const { exitCode, stdout } = await checkout.run('tsc', '-b', 'shared')
      expect(exitCode).not.toBe(0)
      for (const name of ['dom', 'process', 'enum']) expect(stdout).toContain(`planted-${name}.ts`)
    },
    TOOL_MS,
  )

  test('prettier: a file in another style', async () => {
    const { exitCode, stderr } = await checkout.run('prettier', '--check', 'shared/rules/planted-style.ts')
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain('planted-style.ts')
  })
})
