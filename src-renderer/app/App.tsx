import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react'
import { CssBaseline, ThemeProvider } from '@mui/material'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useInsertionEffect, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { useConfirmStore } from '../lib/confirm.ts'
import { useIdentityStore } from '../lib/identity.ts'
import { queryClient } from '../lib/query-client.ts'
import { partStyles } from '../ui/look/style-parts.ts'
import { Toasts } from '../ui/feedback/Toasts.tsx'
import type { createRouter } from './router.ts'
import { KeptTheme } from './KeptTheme.tsx'
import { theme } from './theme.ts'

const loadConfirm = async () => (await import('../ui/form/ConfirmDialog.tsx')).ConfirmDialog
const ConfirmDialog = lazy(async () => ({ default: await loadConfirm().catch(() => PlainConfirm) }))

/** Asks with the browser's own dialog when the code of ours did not arrive: whatever awaits the answer must get one. */
const PlainConfirm = () => {
  const { question, answer } = useConfirmStore()
  useEffect(() => {
    if (question) answer(window.confirm(`${question.title}\n\n${question.text}`) ? 'confirmed' : 'cancelled')
  }, [question, answer])
  return null
}

const loadIdentity = async () => (await import('../parts/identity/ConfirmIdentity.tsx')).ConfirmIdentity
const ConfirmIdentity = lazy(async () => ({ default: await loadIdentity().catch(() => NoIdentity) }))

/** Refuses when the code of the dialog did not arrive: whatever awaits the answer must get one. */
const NoIdentity = () => {
  const { question, answer } = useIdentityStore()
  useEffect(() => {
    if (question) answer(false)
  }, [question, answer])
  return null
}

/** Loads a dialog's code with its first question. The dialog then stays mounted, so that its closing is animated. */
const OnceAsked = ({ isAsking, children }: { isAsking: boolean; children: ReactNode }) => {
  const [hasAsked, setHasAsked] = useState(false)
  if (isAsking && !hasAsked) setHasAsked(true)
  return hasAsked ? <Suspense>{children}</Suspense> : null
}
const Confirmations = () => (
  <OnceAsked isAsking={useConfirmStore(({ question }) => question !== null)}>
    <ConfirmDialog />
  </OnceAsked>
)
const Identity = () => (
  <OnceAsked isAsking={useIdentityStore(({ question }) => question !== null)}>
    <ConfirmIdentity />
  </OnceAsked>
)

export const App = ({ router }: { router: ReturnType<typeof createRouter> }) => {
  const cache = useEmotionCache()
  useInsertionEffect(() => {
    if (cache) partStyles(cache.sheet)
  }, [cache])
  return (
    <ThemeProvider theme={theme} defaultMode="system" noSsr>
      <CssBaseline enableColorScheme />
      <KeptTheme />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Confirmations />
        <Identity />
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>
  )
}
