import { Box, Link, Typography } from '@mui/material'
import type { Profile } from '#shared/contract/index.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'

/** Only what is a link of the web is one here, whatever a host sends. */
const isHttps = (link: string) => /^https:\/\//i.test(link)
const shown = (link: string) => link.replace(/^https:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** A person's links and hours; nothing where they gave neither. */
export const ProfileFacts = ({ profile: { links = [], hoursPerWeek = null } }: { profile: Profile }) => {
  const safe = links.filter(isHttps)
  return (
    <>
      {safe.length > 0 && (
        <TitledCard level={2} title="Links">
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
            {safe.map((link) => (
              <li key={link}>
                <Link href={link} target="_blank" rel="noopener noreferrer nofollow" sx={{ overflowWrap: 'anywhere' }}>
                  {shown(link)}
                </Link>
              </li>
            ))}
          </Box>
        </TitledCard>
      )}
      {hoursPerWeek !== null && (
        <TitledCard level={2} title="Availability">
          <Typography className="tabular">
            {hoursPerWeek} {hoursPerWeek === 1 ? 'hour' : 'hours'} a week
          </Typography>
        </TitledCard>
      )}
    </>
  )
}
