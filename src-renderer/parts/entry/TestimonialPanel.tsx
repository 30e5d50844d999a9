import { Box, ButtonBase, IconButton, Typography } from '@mui/material'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { prefersStillness } from '#ui/look/motion.ts'
import { duration, radius, size, weight } from '#ui/look/tokens.ts'
import { testimonials } from './testimonials.ts'

/** Milliseconds for which each testimonial is shown. */
const ROTATION_MS = 4000

/**
 * Shows five texts, one every 4 seconds. It can be paused, and does not move for people whose system asks for
 * less motion.
 */
export const TestimonialPanel = () => {
  const [shown, setShown] = useState(0)
  const [isPaused, setIsPaused] = useState(prefersStillness)
  useEffect(() => {
    if (isPaused) return
    const timer = setInterval(() => setShown((now) => (now + 1) % testimonials.length), ROTATION_MS)
    return () => clearInterval(timer)
  }, [isPaused])
  const current = testimonials[shown] ?? testimonials[0]
  return (
    <Box
      component="aside"
      aria-label="How the work is done here"
      sx={{
        height: '100%',
        minHeight: 480,
        borderRadius: radius.panel,
        overflow: 'hidden',
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'flex-end',
        p: { md: 5, lg: 7 },
        color: '#f4fbf6',
        background: 'radial-gradient(120% 90% at 90% 0%, #2b8a57 0%, #12633a 42%, #0a3320 100%)',
      }}
    >
      <Arches />
      <Box sx={{ position: 'relative', maxWidth: 560 }}>
        <Box
          component="figure"
          key={shown}
          data-testimonial={shown}
          sx={{
            m: 0,
            mt: 2,
            minHeight: 210,
            animation: `testimonial-in ${duration.entering}ms ease-out`,
            '@keyframes testimonial-in': { from: { opacity: 0, transform: 'translateY(6px)' } },
          }}
        >
          <Typography
            component="p"
            sx={{
              m: 0,
              fontSize: size.section,
              fontWeight: weight.medium,
              lineHeight: 1.4,
              letterSpacing: '-0.012em',
            }}
          >
            {current.quote}
          </Typography>
          <Typography component="figcaption" sx={{ mt: 2, opacity: 0.85 }}>
            {current.from}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: 2 }}>
          <IconButton
            aria-label={isPaused ? 'Play testimonials' : 'Pause testimonials'}
            onClick={() => setIsPaused(!isPaused)}
            sx={{ color: 'inherit', ml: -1 }}
          >
            {isPaused ? <Play size={18} /> : <Pause size={18} />}
          </IconButton>
          {testimonials.map((testimonial, index) => (
            <ButtonBase
              key={testimonial.from}
              aria-label={`Testimonial ${index + 1} of ${testimonials.length}`}
              aria-current={index === shown}
              onClick={() => {
                setShown(index)
                setIsPaused(true)
              }}
              sx={{ width: 28, height: 28, borderRadius: radius.pill }}
            >
              <Box
                sx={{
                  width: index === shown ? 22 : 8,
                  height: 8,
                  borderRadius: radius.pill,
                  bgcolor: 'currentColor',
                  opacity: index === shown ? 1 : 0.45,
                  transition: `width ${duration.entering}ms, opacity ${duration.entering}ms`,
                }}
              />
            </ButtonBase>
          ))}
        </Box>
      </Box>
    </Box>
  )
}

/** A decoration: the receding arches of a hall. */
const Arches = () => (
  <Box
    component="svg"
    viewBox="0 0 600 480"
    preserveAspectRatio="xMidYMin slice"
    aria-hidden
    sx={{ position: 'absolute', inset: 0, width: '100%', height: '62%', opacity: 0.22 }}
  >
    <g fill="none" stroke="#d7f5e3" strokeWidth="1.5">
      {[0, 1, 2, 3, 4, 5, 6].map((step) => {
        const inset = step * 34
        return (
          <path
            key={step}
            d={`M${60 + inset} 480V${230 + step * 14}a${240 - inset} ${200 - inset * 0.8} 0 0 1 ${480 - inset * 2} 0V480`}
            opacity={1 - step * 0.1}
          />
        )
      })}
    </g>
  </Box>
)
