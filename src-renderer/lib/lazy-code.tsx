import { Box, Button, Typography } from '@mui/material'
import { type ComponentType, lazy, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useConnection } from './connection.ts'

/** Milliseconds between two attempts to load missing code, so that nobody has to press Retry once the network is back. */
const ASK_AGAIN_MS = 5_000
/** Milliseconds for which the open screen has the network for itself. */
const IDLE_MS = 3_000

type Load<Props> = () => Promise<ComponentType<Props>>

/** Loads code before it is needed, once the open screen has loaded. Does nothing in tests, which load what they need. */
export const fetchWhenIdle = (...loads: ReadonlyArray<() => Promise<unknown>>): void => {
  if (!import.meta.env.PROD) return
  setTimeout(() => {
    // One load follows the other, so that a press in the meantime is not held up by all of them.
    void (async () => {
      for (const load of loads) await load().catch(() => undefined)
    })()
  }, IDLE_MS)
}

type Frame<Props> = ComponentType<Props & { children: ReactNode }>

/** The component that stands in for code that did not arrive, until the code arrives. */
const toCome = <Props extends object>(load: Load<Props>, Frame?: Frame<Props>): ComponentType<Props> => {
  let arrived: ComponentType<Props> | undefined
  return function CodeToCome(props: Props) {
    const [Component, setComponent] = useState(() => arrived)
    const [isRetrying, setIsRetrying] = useState(false)
    const isServerReachable = useConnection((connection) => connection.isServerReachable)
    const ask = useCallback(async () => {
      try {
        const loaded = await load()
        arrived = loaded
        setComponent(() => loaded)
        return true
      } catch {
        return false
      }
    }, [])
    useEffect(() => {
      if (Component) return
      const askAgain = () => void ask()
      const timer = setInterval(askAgain, ASK_AGAIN_MS)
      addEventListener('online', askAgain)
      return () => {
        clearInterval(timer)
        removeEventListener('online', askAgain)
      }
    }, [Component, ask])
    if (Component) return <Component {...props} />
    const isConnected = navigator.onLine && isServerReachable
    const retry = async () => {
      setIsRetrying(true)
      const isHere = await ask()
      setIsRetrying(false)
      // A newer version of the app may have replaced the old one's files: only a reload helps then.
      if (!isHere && isConnected) location.reload()
    }
    // This message has no code of its own, because nothing can be loaded when it is needed.
    const missing = (
      <Box role="alert" sx={{ py: 4, display: 'grid', gap: 1.5, justifyItems: 'start', maxWidth: '60ch' }}>
        <Typography component="p" variant="h3">
          This part of the app could not be loaded
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {isConnected
            ? 'Its code did not arrive. What you saved is safe.'
            : 'There is no connection. It opens by itself as soon as the connection is back.'}
        </Typography>
        <Button variant="outlined" onClick={() => void retry()} loading={isRetrying}>
          Retry
        </Button>
      </Box>
    )
    return Frame ? <Frame {...props}>{missing}</Frame> : missing
  }
}

/**
 * A route's screen as code that is loaded apart. When the code does not arrive, the frame around the screen stays as it
 * is.
 */
export const lazyScreen = (load: Load<object>) => async (): Promise<{ Component: ComponentType }> => ({
  Component: await load().catch(() => toCome(load)),
})

/** A part of a screen as code that is loaded apart, ahead of its use; `Frame` draws an overlay whose code is missing. */
export const lazyPart = <Props extends object>(load: Load<Props>, frame?: Frame<Props>) => {
  fetchWhenIdle(load)
  return lazy(async () => ({ default: await load().catch(() => toCome(load, frame)) }))
}
