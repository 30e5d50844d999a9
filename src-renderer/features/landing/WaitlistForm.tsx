import { Alert, Box, Button, OutlinedInput, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Wish } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { track } from '#lib/analytics.ts'
import { isApiError } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useCountdown } from '#lib/use-countdown.ts'
import { wantedWork } from '#lib/wish.ts'
import { radius, weight } from '#ui/look/tokens.ts'
import { useSubscribe } from './mutations.ts'
import { WishChoice } from './WishChoice.tsx'

/** Seconds that are counted down before the app goes to the login. */
const COUNTDOWN_S = 3
/** Milliseconds for which the 0 is shown before the app goes on. */
const ZERO_SHOWN_MS = 400

/** A text that no server accepts as an address is not sent, because trying again could not help. */
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const failureText = (error: unknown) =>
  isApiError(error) && error.status === 0 && error.code !== 'BAD_ANSWER'
    ? 'Network error. Please try again.'
    : 'Failed to join waitlist. Please try again.'

/** The email form of the landing page. Other parts of the page link to it by `inputId`. */
export const WaitlistForm = ({ inputId }: { inputId: string }) => {
  const [email, setEmail] = useState('')
  const [isMistyped, setIsMistyped] = useState(false)
  const [want, setWant] = useState<Wish | null>(null)
  const takesWishes = useCapability('wishes', true)
  const subscribe = useSubscribe()
  const isWaiting = subscribe.data?.beta === false
  const isApproved = subscribe.data?.beta === true

  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const typed = email.trim()
    if (subscribe.isPending || subscribe.isSuccess) return
    const isAddress = address.test(typed)
    setIsMistyped(!isAddress)
    if (!isAddress) return
    track('waitlist_requested')
    subscribe.mutate({ email: typed, want, from: takesWishes ? wantedWork() : null })
  }
  return (
    <Box component="form" onSubmit={submit} noValidate>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          gap: 1,
          p: { sm: 0.75 },
          borderRadius: radius.large,
          border: { sm: 1 },
          borderColor: { sm: 'divider' },
          bgcolor: { sm: 'background.paper' },
          '&:focus-within': { borderColor: 'primary.main' },
        }}
      >
        <OutlinedInput
          id={inputId}
          fullWidth
          type={isWaiting ? 'text' : 'email'}
          placeholder="you@example.com"
          value={isWaiting ? 'Thankyou for subscribing' : email}
          disabled={isWaiting || isApproved}
          onChange={({ target }) => {
            setEmail(target.value)
            setIsMistyped(false)
            if (subscribe.isError) subscribe.reset()
          }}
          inputProps={{ 'aria-label': 'Email address', autoComplete: 'email', 'aria-invalid': isMistyped }}
          sx={{
            height: 48,
            bgcolor: 'background.paper',
            '& fieldset': { border: { sm: 'none' } },
            // The thanks must stay readable although the field is disabled.
            ...(isWaiting && {
              '& input.Mui-disabled': { WebkitTextFillColor: 'inherit', fontWeight: weight.semibold },
            }),
            ...(isWaiting && { '&.Mui-disabled': { color: 'primary.main' } }),
          }}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          loading={subscribe.isPending}
          disabled={subscribe.isSuccess}
          sx={{ flex: 'none', height: 48, px: 3 }}
        >
          Request Access
        </Button>
      </Box>
      {takesWishes && <WishChoice value={want} onChange={setWant} isDisabled={subscribe.isSuccess} />}
      <Box sx={{ minHeight: 48, mt: 1.5 }} aria-live="polite">
        {subscribe.isError && <Alert severity="error">{failureText(subscribe.error)}</Alert>}
        {isApproved && <ApprovedCountdown />}
        {isWaiting && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {subscribe.variables?.from
              ? 'You’re on the list. We’ll email you as soon as there’s a place, and bring you back to what you wanted to see.'
              : 'You’re on the list. We’ll email you as soon as there’s a place.'}
          </Typography>
        )}
        {isMistyped && (
          <Typography variant="body2" sx={{ color: 'error.main' }}>
            Please enter a valid email address
          </Typography>
        )}
        {subscribe.isIdle && !isMistyped && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Access is by invitation while we grow. One email, no newsletter.
          </Typography>
        )}
      </Box>
    </Box>
  )
}

const ApprovedCountdown = () => {
  const navigate = useNavigate()
  const { left } = useCountdown(COUNTDOWN_S)
  useEffect(() => {
    if (left > 0) return
    const timer = setTimeout(() => void navigate(paths.login()), ZERO_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [left, navigate])
  return <Alert severity="success">You are an approved contributor! Redirecting to login in {left} seconds...</Alert>
}
