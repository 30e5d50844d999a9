import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig, type Plugin } from 'vite'
import { rendererConfig } from './vite.renderer.ts'

const outDir = fileURLToPath(new URL('out/web', import.meta.url))
/** Below this a compressed copy saves nothing worth a file. */
const COMPRESS_FROM_BYTES = 1024

/** Compressed once when building instead of at each request; the server picks the copy that the browser accepts. */
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

/** The letters are asked for with the code, not once the styles have been read: nothing moves when they arrive. */
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

/** Where `npm run dev` has its server; the dev page passes calls on to it. */
const devServer = process.env['GUILDHALL_DEV_SERVER'] ?? 'http://127.0.0.1:4310'
const passOn = { target: devServer, changeOrigin: true }

/** The plain web build: out/web, served by the server or by any host of static files. */
export default defineConfig(
  mergeConfig(rendererConfig('web'), {
    build: { outDir },
    plugins: [fontPreload(), precompressed()],
    server: {
      host: '127.0.0.1',
      proxy: { '/api': passOn, '/health': passOn, '/_mail': passOn, '/openapi.json': passOn },
    },
  }),
)
