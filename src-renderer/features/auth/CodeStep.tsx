import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { OTP_LENGTH } from '../../../shared/contract/index.ts'
import { isApiError } from '../../lib/api.ts'
import { errorText } from '../../lib/query-client.ts'
import { Field } from '../../ui/Field.tsx'
import { AuthHeading } from './AuthHeading.tsx'
import { LocalMailboxHint } from './LocalMailboxHint.tsx'
import { useResendOtp, useVerifyOtp } from './mutations.ts'
import { useCountdown } from '../../lib/use-countdown.ts'

/** Specification 1, section 9; the server counts as well. */
const RESEND_WAIT_S = 60

type CodeStepProps = { title: string; email: string; onVerified: () => void; onBack?: () => void }

/** The e-mail verification view: six digits that were mailed, and a new mail after a minute. */
export const CodeStep = ({ title, email, onVerified, onBack }: CodeStepProps) => {
  const [code, setCode] = useState('')
  const verify = useVerifyOtp()
  const resend = useResendOtp()
  const wait = useCountdown(RESEND_WAIT_S)
  const isComplete = code.length === OTP_LENGTH

  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isComplete || verify.isPending) return
    verify.mutate({ email, otp: code }, { onSuccess: ({ isEmailVerified }) => isEmailVerified && onVerified() })
  }
  const sendAgain = () =>
    resend.mutate(email, {
      onSuccess: () => wait.restart(RESEND_WAIT_S),
      onError: (error) => isApiError(error) && error.retryAfter && wait.restart(error.retryAfter),
    })

  return (
    <Box component="form" onSubmit={submit} noValidate>
      <AuthHeading title={title}>
        We sent a 6-digit code to <strong>{email}</strong>. It is good for 10 minutes.
      </AuthHeading>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {verify.isError && <Alert severity="error">{errorText(verify.error, 'OTP verification failed')}</Alert>}
        {resend.isError && <Alert severity="error">{errorText(resend.error, 'Failed to resend OTP')}</Alert>}
        {resend.isSuccess && !verify.isError && <Alert severity="success">A new code is on its way.</Alert>}
        <Field
          label="Verification code"
          autoFocus
          value={code}
          onChange={({ target }) => setCode(target.value.replace(/[^0-9]/g, '').slice(0, OTP_LENGTH))}
          autoComplete="one-time-code"
          inputMode="numeric"
          sx={{
            '& input': {
              fontSize: '1.5rem',
              fontWeight: 600,
              letterSpacing: '0.4em',
              fontVariantNumeric: 'tabular-nums',
            },
          }}
        />
        <Button type="submit" variant="contained" size="large" disabled={!isComplete} loading={verify.isPending}>
          Verify
        </Button>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
          <Button onClick={sendAgain} disabled={wait.left > 0} loading={resend.isPending}>
            {wait.left > 0 ? `Resend code in ${wait.left}s` : 'Resend code'}
          </Button>
          {onBack && <Button onClick={onBack}>Back to login</Button>}
        </Box>
        <LocalMailboxHint />
      </Box>
    </Box>
  )
}
