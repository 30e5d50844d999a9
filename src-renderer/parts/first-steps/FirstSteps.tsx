import { Box, IconButton, Link, Typography } from '@mui/material'
import { Check, Circle, X } from 'lucide-react'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { radius, size, weight } from '#ui/look/tokens.ts'
import { useHiddenSteps } from './hidden-steps.ts'

/** Moves the focus to the page's heading, for a part that leaves together with the button that was pressed. */
const focusPageHeading = () => {
  const heading = document.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

export type Step = {
  label: string
  /** Why one does it. */
  why: string
  isDone: boolean
  /** Where it is done; null where it cannot be done yet. */
  to: string | null
}

type FirstStepsProps = {
  steps: readonly Step[]
  /** Tells these steps from a person’s others, which are put away apart. */
  name?: string
}

/**
 * The first steps of a new person, with those done. They follow from facts, so a step that is undone opens again. The
 * list disappears when all are done or when it is dismissed.
 */
export const FirstSteps = ({ steps, name = '' }: FirstStepsProps) => {
  const heading = useId()
  const [isHidden, hide] = useHiddenSteps(name)
  const done = steps.filter(({ isDone }) => isDone).length
  if (isHidden || done === steps.length) return null
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      sx={{
        px: 2.5,
        py: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: radius.panel,
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={heading} variant="h3" component="h2">
          First steps
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ flex: 1, color: 'text.secondary' }}>
          {done} of {steps.length}
        </Typography>
        <IconButton
          size="small"
          aria-label="Put the first steps away"
          onClick={() => {
            focusPageHeading()
            hide()
          }}
          sx={{ mr: -1 }}
        >
          <X size={18} aria-hidden />
        </IconButton>
      </Box>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          m: 0,
          mt: 1,
          p: 0,
          display: 'grid',
          gap: { xs: 1.25, md: 3 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${Math.max(3, steps.length)}, minmax(0, 1fr))` },
        }}
      >
        {steps.map((step) => (
          <Box component="li" key={step.label} sx={{ display: 'flex', gap: 1.25, minWidth: 0 }}>
            <Box sx={{ mt: '3px', color: step.isDone ? 'success.main' : 'text.secondary' }}>
              {step.isDone ? <Check size={18} aria-hidden /> : <Circle size={18} aria-hidden />}
            </Box>
            <Box sx={{ minWidth: 0 }}>
              {step.isDone || step.to === null ? (
                <Typography sx={{ color: 'text.secondary', ...(step.isDone && { textDecoration: 'line-through' }) }}>
                  {step.label}
                  {step.isDone && (
                    <Box component="span" sx={visuallyHidden}>
                      {' '}
                      (done)
                    </Box>
                  )}
                </Typography>
              ) : (
                <Link
                  component={RouterLink}
                  to={step.to}
                  sx={{ fontWeight: step === next ? weight.semibold : weight.regular }}
                >
                  {step.label}
                </Link>
              )}
              {/* A phone has no room for why one did what is done. */}
              <Typography
                sx={{
                  fontSize: size.small,
                  color: 'text.secondary',
                  ...(step.isDone && { display: { xs: 'none', md: 'block' } }),
                }}
              >
                {step.why}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
