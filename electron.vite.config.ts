import { fileURLToPath } from 'node:url'
import { defineConfig } from 'electron-vite'
import { viteWithoutDescriptions } from './scripts/without-descriptions.ts'
import { rendererConfig } from './vite.renderer.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const outDir = (name: string) => here(`out/${name}`)

/** Builds the desktop app: out/main, out/preload, out/renderer. scripts/build.mjs builds the embedded server. */
export default defineConfig({
  main: {
    plugins: [viteWithoutDescriptions],
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
    // electron-vite assumes file:// and makes addresses relative. Our page has a scheme of its own, and paths of several segments, at
    // which relative addresses would lead nowhere after a reload.
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
