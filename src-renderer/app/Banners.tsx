import { Alert, Button } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { platform } from '#platform'
import { useHasNetwork } from '../data/network.ts'
import { platformQueries } from '../data/platform.ts'
import { useUnkept } from '../lib/browser-storage.ts'
import { useConnection } from '../lib/connection.ts'
import { radius, shadow } from '../ui/look/tokens.ts'

const bannerLook = { borderRadius: 0, px: { xs: 2, md: 3 }, alignItems: 'center' } as const

/** Milliseconds between two checks for a server that is gone, so that nobody has to press Retry to find it back. */
const ASK_AGAIN_MS = 15_000

/** Says that the device is offline or the server is gone, and checks again. Loaded content stays on the screen. */
export const ConnectionBanner = () => {
  const isOnline = useHasNetwork()
  const isServerReachable = useConnection((connection) => connection.isServerReachable)
  const [isRetrying, setIsRetrying] = useState(false)
  const cache = useQueryClient()
  useEffect(() => {
    if (isServerReachable) return
    const askAgain = async () => {
      // Only answered calls remove the banner; while the health check fails, making them is useless.
      const isBack = await platform.health().then(
        ({ database }) => database === 'ok',
        () => false,
      )
      if (isBack) await cache.refetchQueries({ type: 'active' })
    }
    const timer = setInterval(() => void askAgain(), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isServerReachable, cache])
  if (isOnline && isServerReachable) return null
  const retry = async () => {
    setIsRetrying(true)
    await cache.refetchQueries({ type: 'active' })
    setIsRetrying(false)
  }
  return (
    <Alert
      severity="warning"
      // It floats above the page's lower edge: what somebody reads or drags stays where it is.
      sx={{
        ...bannerLook,
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: 'calc(24px + var(--bottom-bar-height, 0px))',
        right: 16,
        left: { xs: 16, sm: 'auto' },
        borderRadius: radius.medium,
        boxShadow: shadow.floating,
      }}
      action={
        <Button color="inherit" size="small" loading={isRetrying} onClick={() => void retry()}>
          Retry
        </Button>
      }
    >
      {isOnline ? 'The server cannot be reached right now.' : 'You are offline.'} What you see may be out of date.
    </Alert>
  )
}

/** What a person must know about a browser that has refused to keep these keys; null when it has kept everything. */
const refusalText = (keys: ReadonlySet<string>): string | null => {
  const loss = 'Anything you haven’t sent is lost when you close or reload it.'
  if (keys.has('accessToken'))
    return `This browser blocks storage or has no room left, so you stay signed in only in this tab. ${loss}`
  return keys.size > 0 ? `This browser has no room left for what this tab keeps. ${loss}` : null
}

/** Tells a person once what they must know about this run, such as a missing keychain or a browser that keeps nothing. */
export const NoticeBanner = () => {
  const [dismissed, setDismissed] = useState<string | null>(null)
  const { data } = useQuery(platformQueries.notice())
  const refusal = refusalText(useUnkept(({ keys }) => keys))
  const text = data ?? refusal
  if (!text || text === dismissed) return null
  return (
    <Alert severity="info" sx={bannerLook} onClose={() => setDismissed(text)}>
      {text}
    </Alert>
  )
}

/** Says that a newer version of the desktop app waits for a restart. The banner interrupts nobody and can be closed. */
export const UpdateBanner = () => {
  const [version, setVersion] = useState<string | null>(null)
  useEffect(() => {
    const stop = platform.updates.subscribe(setVersion)
    void platform.updates.ready().then((ready) => ready && setVersion(ready))
    return stop
  }, [])
  if (!version) return null
  return (
    <Alert severity="info" role="status" data-print="none" sx={bannerLook} onClose={() => setVersion(null)}>
      Update ready: version {version}.{' '}
      <Button color="inherit" size="small" onClick={() => void platform.updates.restart()}>
        Restart
      </Button>
    </Alert>
  )
}
