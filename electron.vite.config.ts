import { fileURLToPath } from 'node:url'
import { defineConfig } from 'electron-vite'
import { rendererConfig } from './vite.renderer.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const outDir = (name: string) => here(`out/${name}`)

/** The desktop app: out/main, out/preload, out/renderer. The embedded server is built by scripts/build.mjs. */
export default defineConfig({
  main: {
    build: {
      outDir: outDir('main'),
      // Everything is bundled but Electron and the native keychain.
      externalizeDeps: false,
      target: 'node24',
      reportCompressedSize: false,
      rolldownOptions: {
        input: here('src-main/index.ts'),
        external: ['electron', 'keytar'],
        output: { format: 'es', entryFileNames: 'index.js' },
      },
    },
  },
  preload: {
    build: {
      outDir: outDir('preload'),
      externalizeDeps: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: here('src-preload/index.ts'),
        external: ['electron'],
        // A sandboxed preload is one CommonJS file.
        output: { format: 'cjs', entryFileNames: 'index.cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    ...rendererConfig('desktop'),
    // electron-vite assumes file:// and makes addresses relative; ours is an own scheme with routes of several segments,
    // where a relative address of a reloaded page would miss.
    plugins: [
      ...(rendererConfig('desktop').plugins ?? []),
      { name: 'absolute-addresses', enforce: 'post', config: () => ({ base: '/' }) },
    ],
    build: {
      ...rendererConfig('desktop').build,
      outDir: outDir('renderer'),
      rolldownOptions: { input: here('src-renderer/index.html') },
    },
  },
})
