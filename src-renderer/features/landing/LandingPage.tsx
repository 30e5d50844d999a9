import { Alert, Box, Button, Link, Typography } from '@mui/material'
import { useEffect } from 'react'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { brand } from '#shared/brand.ts'
import { track } from '#lib/analytics.ts'
import { isSentToLogIn } from '#lib/must-log-in.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { wantedWork } from '#lib/wish.ts'
import { Brand } from '#ui/layout/Brand.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { SkipLink } from '#ui/layout/SkipLink.tsx'
import { ThemeToggle } from '#ui/layout/ThemeToggle.tsx'
import { PAGE_WIDTH, radius } from '#ui/look/tokens.ts'
import { HeroPicture } from './HeroPicture.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { LandingFooter } from './LandingFooter.tsx'
import { LiveFigures } from './LiveFigures.tsx'
import { MovingPicture } from './MovingPicture.tsx'
import { ReputationLadder } from './ReputationLadder.tsx'
import { WaitlistForm } from './WaitlistForm.tsx'

const EMAIL_BOX = 'waitlist-email'
const column = { maxWidth: PAGE_WIDTH, mx: 'auto', px: { xs: 2, sm: 4 } } as const

const focusEmailBox = () => {
  document.getElementById(EMAIL_BOX)?.focus()
  track('landing_invitation_clicked')
}

/** Tells a visitor who wanted a guarded page why they are here, and links to the login. */
const LoginFirst = () => (
  <Alert
    severity="info"
    role="status"
    sx={{ mb: 4, maxWidth: 500, alignItems: 'center', '& .MuiAlert-action': { pt: 0 } }}
    action={
      <Button component={RouterLink} to={paths.login()} variant="contained" autoFocus>
        Log in
      </Button>
    }
  >
    Please log in to continue.
    {wantedWork() !== null && ' No account yet? Ask for access below: you come back to what you wanted to see.'}
  </Alert>
)

/** The waitlist form and the ways for those who are invited; signed-in visitors go on to the dashboard. */
const WayIn = ({ isSignedIn }: { isSignedIn: boolean }) =>
  isSignedIn ? (
    <Button component={RouterLink} to={paths.dashboard()} variant="contained" size="large">
      Go to dashboard
    </Button>
  ) : (
    <>
      <Box sx={{ maxWidth: 500 }}>
        <WaitlistForm inputId={EMAIL_BOX} />
      </Box>
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        Already invited?{' '}
        <Link component={RouterLink} to={paths.register()}>
          Create your account
        </Link>{' '}
        or{' '}
        <Link component={RouterLink} to={paths.login()}>
          log in here
        </Link>
        .
      </Typography>
    </>
  )

const Closing = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <Box
    component="section"
    aria-labelledby="closing"
    sx={{
      borderRadius: radius.hero,
      border: 1,
      borderColor: 'divider',
      bgcolor: 'background.paper',
      textAlign: 'center',
      px: 3,
      py: { xs: 6, md: 9 },
    }}
  >
    <Typography id="closing" variant="h1" component="h2" sx={{ textWrap: 'balance' }}>
      There is a task with your name on it
    </Typography>
    <Typography variant="lead" component="p" sx={{ mt: 1.5, mb: 3, color: 'text.secondary' }}>
      {isSignedIn
        ? 'Open projects wait for you on the market.'
        : 'Leave your address, and we let you in as places open up.'}
    </Typography>
    {isSignedIn ? (
      <Button component={RouterLink} to={paths.market()} variant="outlined" size="large">
        See open projects
      </Button>
    ) : (
      <Button variant="contained" size="large" onClick={focusEmailBox}>
        Get an invitation
      </Button>
    )}
  </Box>
)

/** The landing page with the waitlist form. It has no app header; a signed-in visitor finds a link to the dashboard. */
export const LandingPage = () => {
  const isSignedIn = useSession((session) => session.userID !== null)
  const { state } = useLocation() as { state: unknown }
  const isSentHere = !isSignedIn && isSentToLogIn(state)
  useEffect(() => track('landing_page_viewed'), [])
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        overflowX: 'clip',
        background:
          'radial-gradient(900px 520px at 78% 0%, color-mix(in srgb, var(--mui-palette-primary-main) 13%, transparent), transparent 70%)',
      }}
    >
      <PageTitle title="" />
      <SkipLink to="main" />
      <Box
        component="nav"
        aria-label="Start"
        sx={{ ...column, height: 72, display: 'flex', alignItems: 'center', gap: 1 }}
      >
        <Brand size={30} />
        <Box sx={{ flex: 1 }} />
        <ThemeToggle />
        {!isSignedIn && (
          <Button
            component={RouterLink}
            to={paths.login()}
            variant={isSentHere ? 'contained' : 'outlined'}
            onClick={() => track('landing_login_clicked')}
          >
            Log in
          </Button>
        )}
      </Box>
      <Box component="main" id="main" tabIndex={-1} sx={{ ...column, outline: 'none' }}>
        <Box
          sx={{
            display: 'grid',
            alignItems: 'center',
            gap: { xs: 6, md: 6, lg: 9 },
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 11fr) minmax(0, 12fr)' },
            pt: { xs: 5, md: 7 },
            pb: { xs: 5, md: 4 },
          }}
        >
          <Box>
            {isSentHere && <LoginFirst />}
            <Typography variant="display" component="h1" sx={{ textWrap: 'balance' }}>
              Big projects, done one good task at a time
            </Typography>
            <Typography
              variant="lead"
              component="p"
              sx={{
                mt: 3,
                mb: 4,
                maxWidth: 520,
                color: 'text.secondary',
              }}
            >
              {brand.name} is where creators split what they are building into clear tasks, and contributors pick them
              up, finish them and become known for it. No interviews, no pitching. Just the work.
            </Typography>
            <WayIn isSignedIn={isSignedIn} />
          </Box>
          <HeroPicture />
        </Box>
        <LiveFigures />
        <HowItWorks />
        <MovingPicture />
        <ReputationLadder />
        <Closing isSignedIn={isSignedIn} />
      </Box>
      <LandingFooter />
    </Box>
  )
}
