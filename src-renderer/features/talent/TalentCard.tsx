import { Box, Button, Card, Typography } from '@mui/material'
import { useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Talent } from '#shared/contract/index.ts'
import { answeredText } from '#lib/answer-date.ts'
import { paths } from '#lib/paths.ts'
import { PersonAvatar } from '#ui/person/PersonAvatar.tsx'
import { PersonTier } from '#ui/person/PersonTier.tsx'
import { SkillChips } from '#ui/person/SkillChips.tsx'
import { clamp } from '#ui/look/text-looks.ts'
import { hoverMotion, weight } from '#ui/look/tokens.ts'

/** The most skills in a row, which they share with nothing else. */
const SKILLS_SHOWN = 3

/** What tells how somebody works: finished tasks, hours a week, and the answers to applications; nothing that is not known. */
const factsOf = ({ finishedTasks, hoursPerWeek, answers }: Talent): string[] =>
  [
    finishedTasks
      ? `${finishedTasks.toLocaleString('en-US')} ${finishedTasks === 1 ? 'task' : 'tasks'} finished`
      : null,
    hoursPerWeek ? `${hoursPerWeek} hours a week` : null,
    answeredText(answers)?.concat(' applications') ?? null,
  ].filter((fact) => fact !== null)

/** One line in a row; on a phone as much as three. */
const inRow = { ...clamp(3), WebkitLineClamp: { xs: 3, lg: 1 }, overflowWrap: 'anywhere' } as const

/** A card where the window is narrow, else a row of two lines in the list's frame. */
/** A card that is a row of the list's one frame in wide windows. */
export const flatOnWide = { border: { lg: 0 }, borderRadius: { lg: 0 }, bgcolor: { lg: 'transparent' } } as const

const look = {
  ...flatOnWide,
  position: 'relative',
  height: '100%',
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 4fr) minmax(0, 5fr) minmax(0, 7fr) auto' },
  alignContent: { xs: 'start', lg: 'center' },
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  p: 2,
  py: { lg: 0.5 },
  minHeight: 56,
  '& ul': { flexWrap: { lg: 'nowrap' }, overflow: { lg: 'hidden' } },
  transition: hoverMotion,
  '&:hover': { borderColor: 'primary.main', bgcolor: { lg: 'action.hover' } },
} as const

type TalentCardProps = {
  talent: Talent
  /** Called when a pointer or the focus arrives, so that the profile can be fetched before it is opened. */
  onIntent: () => void
}

/** A person in the directory. All of the row opens the profile; 'View Profile' is its one link. */
export const TalentCard = ({ talent, onIntent }: TalentCardProps) => {
  const nameId = useId()
  const facts = factsOf(talent)
  const hadIntent = useRef(false)
  const intend = () => {
    if (hadIntent.current) return
    hadIntent.current = true
    onIntent()
  }
  return (
    <Card component="article" aria-labelledby={nameId} onPointerEnter={intend} onFocus={intend} sx={look}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
        <PersonAvatar name={talent.name} username={talent.username} size={36} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={nameId} variant="h4" component="h2" noWrap title={talent.name}>
            {talent.name}
          </Typography>
          <Typography variant="note" component="div" noWrap sx={{ color: 'text.secondary' }}>
            @{talent.username}
          </Typography>
        </Box>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
          <PersonTier tier={talent.tier} />
          <Typography component="span" variant="note" className="tabular" sx={{ color: 'text.secondary' }}>
            {talent.reputation.toLocaleString('en-US')} reputation
          </Typography>
        </Box>
        {facts.length > 0 && (
          <Typography variant="note" title={facts.join(' · ')} sx={{ ...inRow, color: 'text.secondary' }}>
            {facts.join(' · ')}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: { xs: 1, lg: 0.25 }, minWidth: 0 }}>
        <Box sx={{ display: { lg: 'flex' }, gap: 1 }}>
          {talent.headline && (
            <Typography
              variant="note"
              title={talent.headline}
              sx={{ ...inRow, flex: { lg: '0 1 auto' }, maxWidth: { lg: '60%' }, fontWeight: weight.semibold }}
            >
              {talent.headline}
            </Typography>
          )}
          <Typography
            variant="note"
            title={talent.bio}
            sx={{ ...inRow, flex: { lg: '1 1 0' }, ...(!talent.bio && { color: 'text.secondary' }) }}
          >
            {talent.bio || 'No bio added yet.'}
          </Typography>
        </Box>
        {talent.skills.length > 0 && <SkillChips skills={talent.skills} max={SKILLS_SHOWN} />}
      </Box>
      <Button
        component={Link}
        to={paths.profile(talent.username)}
        size="small"
        color="inherit"
        aria-describedby={nameId}
        sx={{
          position: 'static',
          justifySelf: 'start',
          ml: { xs: -0.75, lg: 0 },
          color: 'text.secondary',
          whiteSpace: 'nowrap',
          '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
        }}
      >
        View Profile
      </Button>
    </Card>
  )
}
