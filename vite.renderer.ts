import react from '@vitejs/plugin-react'
import type { Rolldown, UserConfig } from 'vite'
import { fileURLToPath } from 'node:url'
import { viteStale } from './scripts/outlines.ts'
import { viteWithoutDescriptions } from './scripts/without-descriptions.ts'
import { brand } from './shared/brand.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

type Chunking = Parameters<Rolldown.CodeSplittingNameFunction>[1]
const signIn = /src-renderer[\\/]features[\\/](auth|landing|legal)[\\/]/
/** Whether a screen that is shown before the sign-in needs the module. */
const isBeforeSignIn = (id: string, chunking: Chunking, seen = new Set<string>()): boolean => {
  if (signIn.test(id)) return true
  seen.add(id)
  return (chunking.getModuleInfo(id)?.importers ?? []).some((by) => !seen.has(by) && isBeforeSignIn(by, chunking, seen))
}

const initial = ['$initial' as const]
/**
 * Groups of modules that become one file each. Dozens of small files would compress worse and wait for connections. The code that
 * every screen needs first is two files: `packages`, which a browser can keep over many releases, and `start`, our own code.
 */
export const groups = [
  { name: 'packages', tags: initial, test: /node_modules/, priority: 3 },
  { name: 'start', tags: initial, priority: 2 },
  // Nearly every screen has a field, a link, a message or a query.
  {
    name: 'controls',
    test: /@mui[\\/]material[\\/](Alert|FormControl|FormHelperText|FormLabel|Input\w+|Link|OutlinedInput|TextareaAutosize)[\\/]|@tanstack[\\/](react-query|query-core)[\\/](?!.*infinite)|src-renderer[\\/](lib[\\/]use-write|data[\\/](operations|platform|query|use-call)|ui[\\/]\w+[\\/](Field|PasswordField|PlainHeader|SkipLink|ThemeToggle))|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](eye|eye-off|monitor|moon|pause|play|quote|sun)\./,
    priority: 2,
  },
  // All icons but those of the sign-in screens, which would wait for all of them, are one file: otherwise each of the
  // sixty would be a file that several screens wait for.
  { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, priority: 1 },
  // Every call needs this code: the contract with its schemas, the web's HTTP client with the rules of a session, and what
  // a write makes stale.
  {
    name: 'client',
    test: /src-renderer[\\/](lib[\\/]api-client|data[\\/]effects|platform[\\/]web-transport)|[\\/]shared[\\/](api-client|contract)[\\/]|node_modules[\\/](axios|zod)[\\/]/,
    priority: 1,
  },
  // Menus are apart from the frame, because the sign-in screens have one too, to choose the theme.
  { name: 'menus', test: /@mui[\\/]material[\\/](Menu|MenuItem|ListItemIcon)[\\/]/, priority: 2 },
  // Every screen behind the sign-in has this code: the frame around it, and the parts of most lists.
  {
    name: 'frame',
    test: /src-renderer[\\/](app[\\/](AppLayout|land)|lib[\\/]focus-return|data[\\/](capabilities|memberships|people|projects|tasks)|ui[\\/]\w+[\\/](DelayedSkeleton|EmptyState|ErrorState|PageFrame|PagedResults|PersonAvatar|PersonTier|ProjectCard|SearchBox|SearchChips|SkillChips|SkillLevelSelect|TierBadge))\.|@mui[\\/]material[\\/]Skeleton[\\/]/,
    priority: 1,
  },
  // What several screens behind the sign-in share is one file. What a sign-in screen has, too, stays apart: it would wait for the rest.
  {
    debugName: 'parts',
    name: (id: string, chunking: Chunking) => (isBeforeSignIn(id, chunking) ? null : 'parts'),
    test: /src-renderer[\\/](ui|lib|data|parts)[\\/]|[\\/]shared[\\/]|node_modules[\\/](@mui|@emotion|@tanstack|react-hook-form|@hookform)[\\/]/,
    minShareCount: 3,
    priority: 0,
  },
]

/** The configuration that the web build and the desktop build share: one renderer, with one of two adapters behind `#platform`. */
export const rendererConfig = (platform: 'web' | 'desktop'): UserConfig => ({
  root: here('src-renderer'),
  resolve: {
    alias: [
      { find: /^#platform$/, replacement: here(`src-renderer/platform/${platform}.ts`) },
      { find: /^hoist-non-react-statics$/, replacement: here('src-renderer/lib/no-statics.ts') },
    ],
  },
  plugins: [
    react(),
    viteWithoutDescriptions,
    viteStale,
    {
      name: 'brand-in-html',
      transformIndexHtml: (html) => html.replaceAll('%BRAND_NAME%', brand.name),
    },
  ],
  // The worker that reads PDFs is a module, like all our code.
  worker: { format: 'es' },
  build: {
    // Only syntax is lowered. Which functions there must be is decided by the oldest browsers in README, and tried by tests/e2e/web/older-browser.spec.ts.
    target: 'es2023',
    emptyOutDir: true,
    reportCompressedSize: false,
    // Only the viewer of PDFs is as large, which comes when somebody opens one.
    chunkSizeWarningLimit: 600,
    // Every browser of this target knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
