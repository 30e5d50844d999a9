import { Box, Button, Typography } from '@mui/material'
import { type ReactNode, useEffect } from 'react'
import { Link, useRouteError } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { BrandMark } from '../ui/layout/Brand.tsx'
import { PageTitle } from '../ui/layout/PageTitle.tsx'

/** The browsers' messages for code that did not arrive: Chromium, Firefox, Safari. */
const missingCode = /dynamically imported module|error loading dynamically|importing a module script/i

/** Whether a lost connection is the cause, as far as the page can tell. Reloads when the connection is back. */
const useIsConnectionLost = (): boolean => {
  const error = useRouteError()
  const isLost = !navigator.onLine || (error instanceof Error && missingCode.test(error.message))
  useEffect(() => {
    if (!isLost) return
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isLost])
  return isLost
}

const Told = ({ children }: { children?: ReactNode }) => {
  const isConnectionLost = useIsConnectionLost()
  const title = isConnectionLost ? 'No connection' : 'Something went wrong'
  return (
    <>
      <PageTitle title={title} />
      <Box sx={{ maxWidth: 440, textAlign: 'center', display: 'grid', justifyItems: 'center', gap: 2 }} role="alert">
        {children}
        <Typography variant="title" component="h1">
          {title}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {isConnectionLost
            ? 'This screen could not be loaded, because the connection was lost. Nothing you saved is lost. It opens as soon as the connection is back.'
            : 'This screen could not be shown. Nothing you saved is lost. Try again, or go back to the start.'}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1.5, mt: 1 }}>
          <Button variant="contained" onClick={() => location.reload()}>
            Retry
          </Button>
          <Button component={Link} to={paths.landing()} variant="outlined" reloadDocument>
            Home
          </Button>
        </Box>
      </Box>
    </>
  )
}

/**
 * The page for a screen that broke. Retry loads the app again, which also fetches the code of a newer version. React has
 * written the details to the console.
 */
export const RouteError = () => (
  <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 3 }}>
    <Told>
      <BrandMark size={44} />
    </Told>
  </Box>
)

/** The message for a screen that broke, within the frame of the app, which goes on working. */
export const ScreenError = () => (
  <Box sx={{ display: 'grid', placeItems: 'center', px: 3, py: 10 }}>
    <Told />
  </Box>
)
