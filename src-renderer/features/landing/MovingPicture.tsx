import { Box, Button, Typography } from '@mui/material'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCapability } from '#data/capabilities.ts'
import { prefersStillness, useIsSeen } from '#ui/look/motion.ts'
import { radius, size, weight } from '#ui/look/tokens.ts'
import { type Story, storyOfRequest, storyOfReward } from './story.ts'
import { StoryBoard } from './StoryBoard.tsx'

/** Milliseconds for which each step of the story is shown. */
const STEP_MS = 2_400

/**
 * A picture of the product in which a task moves along. It stops while paused or out of sight. If the system asks for
 * less motion, it starts stopped, and changes without sliding when played.
 */
export const MovingPicture = () => {
  const hasRewards = useCapability('rewards', true)
  const hasClaims = useCapability('claims', true)
  return <Moving story={hasRewards && hasClaims ? storyOfReward : storyOfRequest} />
}

const Moving = ({ story }: { story: Story }) => {
  const { chapters, steps } = story
  const section = useRef<HTMLElement>(null)
  const isSeen = useIsSeen(section)
  const [isPaused, setIsPaused] = useState(prefersStillness)
  const [at, setAt] = useState(isPaused ? steps.length - 1 : 0)
  const isPlaying = isSeen && !isPaused
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => setAt((now) => (now + 1) % steps.length), STEP_MS)
    return () => clearInterval(timer)
  }, [isPlaying, steps.length])
  const step = steps[at] ?? steps[0]
  return (
    <Box
      component="section"
      ref={section}
      aria-labelledby="moving-picture"
      sx={{
        borderRadius: radius.hero,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        display: 'grid',
        gap: { xs: 3, md: 5 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 4fr) minmax(0, 8fr)' },
        alignItems: 'center',
        p: { xs: 2, sm: 4, md: 5 },
      }}
    >
      <Box>
        <Typography id="moving-picture" variant="h1" component="h2">
          See it move
        </Typography>
        <Box component="ol" sx={{ m: 0, mt: 3, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
          {chapters.map(({ title, text }, index) => {
            const isCurrent = index === step.chapter
            return (
              <Box
                component="li"
                key={title}
                data-current={isCurrent}
                sx={{
                  py: 0.75,
                  pl: 1.75,
                  borderLeft: '3px solid',
                  borderColor: isCurrent ? 'primary.main' : 'divider',
                }}
              >
                <Box sx={{ fontSize: size.body, fontWeight: isCurrent ? weight.semibold : weight.medium }}>{title}</Box>
                <Box sx={{ fontSize: size.note, color: 'text.secondary' }}>{text}</Box>
              </Box>
            )
          })}
        </Box>
        <Button
          variant="outlined"
          size="small"
          startIcon={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
          onClick={() => setIsPaused(!isPaused)}
          sx={{ mt: 2.5 }}
        >
          {isPaused ? 'Play the picture' : 'Pause the picture'}
        </Button>
      </Box>
      <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
        <StoryBoard step={step} story={story} />
      </Box>
    </Box>
  )
}
