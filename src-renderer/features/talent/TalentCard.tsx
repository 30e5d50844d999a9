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

/** The most skills on a card: more would push its bio out of line with its neighbours'. */
const SKILLS_SHOWN = 5

/** What tells how somebody works: finished tasks, hours a week, and the answers to applications; nothing that is not known. */
const factsOf = ({ finishedTasks, hoursPerWeek, answers }: Talent): string[] =>
  [
    finishedTasks
      ? `${finishedTasks.toLocaleString('en-US')} ${finishedTasks === 1 ? 'task' : 'tasks'} finished`
      : null,
    hoursPerWeek ? `${hoursPerWeek} hours a week` : null,
    answeredText(answers)?.concat(' applications') ?? null,
  ].filter((fact) => fact !== null)

type TalentCardProps = {
  talent: Talent
  /** Called when a pointer or the focus arrives, so that the profile can be fetched before it is opened. */
  onIntent: () => void
}

/** A person in the directory. The whole card opens the profile; 'View Profile' is its one link. */
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
    <Card
      component="article"
      aria-labelledby={nameId}
      onPointerEnter={intend}
      onFocus={intend}
      sx={{
        position: 'relative',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        p: 2.5,
        transition: hoverMotion,
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <PersonAvatar name={talent.name} username={talent.username} size={48} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={nameId} variant="h3" component="h2" noWrap title={talent.name}>
            {talent.name}
          </Typography>
          <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
            @{talent.username}
          </Typography>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.25, rowGap: 0.5 }}>
        <PersonTier tier={talent.tier} />
        <Typography component="span" variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
          {talent.reputation.toLocaleString('en-US')} reputation
        </Typography>
      </Box>
      {facts.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: -0.75 }}>
          {facts.join(' · ')}
        </Typography>
      )}
      {talent.headline && (
        <Typography variant="body2" sx={{ ...clamp(2), fontWeight: weight.semibold }}>
          {talent.headline}
        </Typography>
      )}
      <Typography
        variant="body2"
        sx={{
          ...clamp(3),
          ...(!talent.bio && { color: 'text.secondary' }),
        }}
      >
        {talent.bio || 'No bio added yet.'}
      </Typography>
      {talent.skills.length > 0 && <SkillChips skills={talent.skills} max={SKILLS_SHOWN} />}
      <Box sx={{ mt: 'auto', pt: 0.5 }}>
        <Button
          component={Link}
          to={paths.profile(talent.username)}
          variant="outlined"
          size="small"
          aria-describedby={nameId}
          sx={{
            position: 'static',
            '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
          }}
        >
          View Profile
        </Button>
      </Box>
    </Card>
  )
}
