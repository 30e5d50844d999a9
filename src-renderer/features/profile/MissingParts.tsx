import { Alert, Button } from '@mui/material'
import { use } from 'react'
import { Link } from 'react-router-dom'
import type { Profile } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { paths } from '#lib/paths.ts'
import { PictureSource } from '#ui/person/pictures.ts'

/** What a profile may have, and does not have yet, in the words of a list. */
const missingOf = (profile: Profile, hasPicture: boolean): string[] => {
  const { username, name, headline = '', bio, skills, links = [], hoursPerWeek = null } = profile
  const parts: Array<[name: string, isThere: boolean]> = [
    ['a picture', hasPicture],
    ['your name', name !== username],
    ['a headline', headline !== ''],
    ['a bio', bio !== ''],
    ['skills', skills.length > 0],
    ['links', links.length > 0],
    ['hours a week', hoursPerWeek !== null],
  ]
  return parts.flatMap(([part, isThere]) => (isThere ? [] : [part]))
}

/** Tells the owner of a profile what others cannot read there yet. Servers where it cannot be added show nothing. */
export const MissingParts = ({ profile }: { profile: Profile }) => {
  const canAdd = useCapability('profile', true)
  const usePicture = use(PictureSource)
  const missing = missingOf(profile, usePicture(profile.username) !== undefined)
  if (!canAdd || missing.length === 0) return null
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      action={
        <Button component={Link} to={paths.settings('profile')} color="inherit" sx={{ whiteSpace: 'nowrap' }}>
          Complete it
        </Button>
      }
    >
      Only you see this: add {new Intl.ListFormat('en').format(missing)}.
    </Alert>
  )
}
