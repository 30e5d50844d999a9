import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { fileURLToPath } from 'node:url'
import { brand } from './shared/brand.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const initial = ['$initial' as const]
/**
 * Few files instead of dozens, which would compress worse and queue for connections. What every screen needs before it can be
 * drawn is two: packages, which a browser keeps over many releases, and our own code.
 */
const groups = [
  { name: 'packages', tags: initial, test: /node_modules/, priority: 3 },
  { name: 'start', tags: initial, priority: 2 },
  // What nearly every screen has: a field, a link, a message, a query.
  {
    name: 'controls',
    test: /@mui[\\/]material[\\/](Alert|FormControl|FormHelperText|FormLabel|Input\w+|Link|OutlinedInput|TextareaAutosize)[\\/]|@tanstack[\\/](react-query|query-core)[\\/]|src-renderer[\\/](lib[\\/]use-write|data[\\/](effects|operations|platform|query|use-call)|ui[\\/](Field|PasswordField|PlainHeader|SkipLink|ThemeToggle))/,
    priority: 2,
  },
  // Sixty small drawings in one file, or each would be one that several screens wait for.
  { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, priority: 2 },
  // What every call needs: the contract with its schemas, and the web's HTTP client with the rules of a session.
  {
    name: 'client',
    test: /src-renderer[\\/](lib[\\/]api-client|platform[\\/]web-transport)|[\\/]shared[\\/](api-client|contract)[\\/]|node_modules[\\/](axios|zod)[\\/]/,
    priority: 1,
  },
  // Apart from the frame, because the themes are chosen on the sign-in screens too.
  { name: 'menus', test: /@mui[\\/]material[\\/](Menu|MenuItem|ListItemIcon)[\\/]/, priority: 2 },
  // What every screen behind the sign-in has: the frame around it, and the parts that most lists are made of.
  {
    name: 'frame',
    test: /src-renderer[\\/](app[\\/]AppLayout|lib[\\/]focus-return|data[\\/](memberships|people|projects|tasks)|ui[\\/](DelayedSkeleton|EmptyState|ErrorState|PageFrame|PagedResults|PersonAvatar|PersonTier|ProjectCard|SearchBox|SearchChips|SkillChips|SkillLevelSelect|TierBadge))\.|@mui[\\/]material[\\/]Skeleton[\\/]/,
    priority: 1,
  },
]

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
  build: {
    target: 'es2023',
    emptyOutDir: true,
    reportCompressedSize: false,
    // Every browser of this target knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
