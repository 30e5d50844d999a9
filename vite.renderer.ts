import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { fileURLToPath } from 'node:url'
import { brand } from './shared/brand.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What the web build and the desktop build share: one renderer, two adapters behind `#platform`. */
export const rendererConfig = (platform: 'web' | 'desktop'): UserConfig => ({
  root: here('src-renderer'),
  resolve: { alias: { '#platform': here(`src-renderer/platform/${platform}.ts`) } },
  plugins: [
    react(),
    {
      name: 'brand-in-html',
      transformIndexHtml: (html) => html.replaceAll('%BRAND_NAME%', brand.name),
    },
  ],
  build: { target: 'es2023', emptyOutDir: true, reportCompressedSize: false },
})
