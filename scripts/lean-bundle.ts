// What a program that starts for each command leaves out of its bundle.
import type { Plugin } from 'esbuild'

/**
 * Makes imports of Node's HTTP modules requires. An import reads every export of a module at once, and some of these load the whole
 * of `fetch` when they are read: a seventh of the time of a command that makes one call.
 */
export const requiredHttp: Plugin = {
  name: 'required-http',
  setup: (build) => {
    build.onResolve({ filter: /^(node:)?(http|https|http2)$/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'required' },
    )
    build.onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }))
  },
}

/** Leaves out zod's texts in sixty languages: our messages are our own, and the English ones are imported by their name. */
export const withoutLocales: Plugin = {
  name: 'without-locales',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {}' }))
  },
}
