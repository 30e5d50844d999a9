// What programs leave out of their bundles.
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { CONTRACT, withoutDescriptions } from './without-descriptions.ts'

/** Leaves out zod's texts in sixty languages: our messages are our own, and the English ones are imported by their name. */
export const withoutLocales: Plugin = {
  name: 'without-locales',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {}' }))
  },
}

const OURS = /[\\/](?:shared|cli)[\\/].*\.ts$/

/**
 * Our modules without what only the API reference needs, and with zod taken function by function: its `z` as one object would bring
 * all of zod along.
 */
export const leanSources: Plugin = {
  name: 'lean-sources',
  setup: (build) => {
    build.onLoad({ filter: OURS }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const plain = CONTRACT.test(path) ? withoutDescriptions(source) : source
      return { contents: plain.replace("import { z } from 'zod'", "import * as z from 'zod'"), loader: 'ts' }
    })
  },
}

/** Leaves other bundles in files of their own: those that have these names lie beside this one, and are read when they are used. */
export const besideIt = (files: Readonly<Record<string, string>>): Plugin => ({
  name: 'beside-it',
  setup: (build) => {
    for (const [imported, file] of Object.entries(files))
      build.onResolve({ filter: new RegExp(`^${imported.replace(/[.]/g, '\\.')}$`) }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: `./${file}`, external: true },
      )
  },
})
