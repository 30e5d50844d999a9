import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import type { Profile } from '#shared/contract/index.ts'
import { heldBackText, reputationText } from '#shared/rules/tiers.ts'
import { useCapability } from '#data/capabilities.ts'
import { useSession } from '#lib/session.ts'
import { ReportButton } from '#parts/reports/ReportButton.tsx'
import { lazyPart } from '#lib/lazy-code.tsx'
import { PersonAvatar } from '#ui/person/PersonAvatar.tsx'
import { PersonTier } from '#ui/person/PersonTier.tsx'
import { PayerLines, WorkerLine } from '#ui/person/RecordLines.tsx'
import { isCreatorQuery, managedProjectsQuery } from './queries.ts'

const ReputationLines = lazyPart(async () => (await import('./ReputationLines.tsx')).ReputationLines)
/** The dialog's code is loaded apart, because most people who look at a profile never invite. */
const InviteDialog = lazyPart(async () => (await import('./InviteDialog.tsx')).InviteDialog)

const KnownPersonDialog = lazyPart(async () => (await import('./KnownPersonDialog.tsx')).KnownPersonDialog)

/** For owners and admins of some project: vouches for the person there, or blocks them. */
const VouchOrBlock = ({ profile }: { profile: Profile }) => {
  const { data: projects } = useQuery(managedProjectsQuery())
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (!projects || projects.length === 0) return null
  return (
    <>
      <Button
        variant="outlined"
        size="large"
        onClick={() => {
          setWasOpened(true)
          setIsOpen(true)
        }}
        sx={{ flex: 'none', width: { xs: '100%', sm: 'auto' } }}
      >
        Vouch or block
      </Button>
      {wasOpened && (
        <Suspense>
          <KnownPersonDialog person={profile} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const HireMe = ({ profile }: { profile: Profile }) => {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setIsOpen(true)
  }
  return (
    <>
      <Button
        variant="contained"
        size="large"
        startIcon={<UserPlus size={18} aria-hidden />}
        onClick={open}
        sx={{ flex: 'none', width: { xs: '100%', sm: 'auto' } }}
      >
        Hire Me
      </Button>
      {wasOpened && (
        <Suspense>
          <InviteDialog person={profile} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The person's name, their tier and what it is made of, and for creators the button that invites them. */
export const ProfileHeader = ({ profile }: { profile: Profile }) => {
  const hasLines = useCapability('reputation', true)
  const hasClaims = useCapability('claims', true)
  const hasRecords = useCapability('records', true)
  const [isOpen, setIsOpen] = useState(false)
  const linesID = useId()
  const reputation = profile.reputation.toLocaleString('en-US')
  const held =
    profile.isOwner && profile.creators !== undefined
      ? heldBackText({ reputation: profile.reputation, creators: profile.creators })
      : null
  const viewerID = useSession((session) => session.userID)
  const { data: isCreator } = useQuery({
    ...isCreatorQuery(),
    enabled: viewerID !== null && !profile.isOwner,
  })
  return (
    <>
      <Box
        component="header"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 3,
          rowGap: 2.5,
          mb: { xs: 3, md: 4 },
        }}
      >
        <PersonAvatar name={profile.name} username={profile.username} size={88} />
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {profile.name}
          </Typography>
          {profile.headline && (
            <Typography variant="lead" sx={{ overflowWrap: 'anywhere' }}>
              {profile.headline}
            </Typography>
          )}
          {hasRecords && profile.payerRecord && (
            <Typography component="div" sx={{ mt: 1 }}>
              <PayerLines record={profile.payerRecord} />
            </Typography>
          )}
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 1.5,
              rowGap: 1,
              mt: 1,
              color: 'text.secondary',
            }}
          >
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              @{profile.username}
            </Box>
            <PersonTier tier={profile.tier} />
            <span className="tabular">{reputationText(profile.reputation, profile.creators)}</span>
            {hasLines && (
              <Button size="small" aria-expanded={isOpen} aria-controls={linesID} onClick={() => setIsOpen(!isOpen)}>
                Why {reputation}?
              </Button>
            )}
            {!profile.isOwner && <ReportButton kind="person" id={profile.id} />}
          </Box>
          {hasRecords && profile.workerRecord && (
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
              <WorkerLine record={profile.workerRecord} />
            </Typography>
          )}
          {held && (
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
              {held}
            </Typography>
          )}
        </Box>
        {viewerID && isCreator && !profile.isOwner && <HireMe profile={profile} />}
        {viewerID && hasClaims && !profile.isOwner && <VouchOrBlock profile={profile} />}
      </Box>
      <Box id={linesID} sx={{ mb: isOpen ? 3 : 0 }}>
        {isOpen && (
          <Suspense>
            <ReputationLines username={profile.username} />
          </Suspense>
        )}
      </Box>
    </>
  )
}
