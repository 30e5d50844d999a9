import { Box, LinearProgress } from '@mui/material'
import { Outlet, useNavigation } from 'react-router-dom'
import { usePicture } from '../data/pictures.ts'
import { PictureSource } from '../ui/person/pictures.ts'
import { SkipLink } from '../ui/layout/SkipLink.tsx'
import { TOP_BAR_HEIGHT } from '../ui/look/tokens.ts'
import { PayoutQuestion } from './PayoutQuestion.tsx'
import { ConnectionBanner, NoticeBanner, UpdateBanner } from './Banners.tsx'
import { TopBar } from './TopBar.tsx'
import { CommandsWhereListed } from './commands/CommandsWhereListed.tsx'
import { useLive } from './use-live.ts'
import { useModeSync } from './use-mode-sync.ts'

/** The shell of every screen but the landing page: top bar, banners, and the screen itself. */
export const AppLayout = () => {
  useModeSync()
  useLive()
  const isLoading = useNavigation().state === 'loading'
  return (
    <PictureSource value={usePicture}>
      <SkipLink to="main" />
      <TopBar />
      <CommandsWhereListed />
      {isLoading && (
        <LinearProgress
          aria-label="Loading"
          sx={{ position: 'fixed', top: TOP_BAR_HEIGHT - 2, left: 0, right: 0, height: 2, zIndex: 'appBar' }}
        />
      )}
      <Box sx={{ pt: `${TOP_BAR_HEIGHT}px`, minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
        <ConnectionBanner />
        <NoticeBanner />
        <UpdateBanner />
        <PayoutQuestion />
        <Box component="main" id="main" tabIndex={-1} sx={{ flex: 1, outline: 'none' }}>
          <Outlet />
        </Box>
      </Box>
    </PictureSource>
  )
}
