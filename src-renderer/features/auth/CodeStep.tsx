import { Alert, Box, Button } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { digitsIn } from '#shared/contract/fold.ts'
import { OTP_LENGTH } from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { useCountdown } from '#lib/use-countdown.ts'
import { Field } from '#ui/form/Field.tsx'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { CodeMailNote } from './CodeMailNote.tsx'
import { codeLook } from './code-look.ts'
import { LocalMailboxHint } from './LocalMailboxHint.tsx'
import { useResendOtp, useVerifyOtp } from './mutations.ts'

/** Seconds before another code can be requested; the server has the same limit. */
const RESEND_WAIT_S = 60
/** After this many wrong codes the server refuses the right one too. */
const TRIES = 5

type CodeStepProps = {
  title: string
  email: string
  /** What the server gave to ask what became of the mail; an older one gives none. */
  receipt?: string
  onVerified: () => void
  onBack: () => void
  /** The wrong tries of an earlier visit of this step. */
  wrongTries?: number
  onWrongTries?: (count: number) => void
}

type CodeAlertsProps = {
  isEnded: boolean
  verify: ReturnType<typeof useVerifyOtp>
  resend: ReturnType<typeof useResendOtp>
}

/** What became of the last try, and of the last wish for a new code. */
const CodeAlerts = ({ isEnded, verify, resend }: CodeAlertsProps) => {
  const ending = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isEnded) ending.current?.focus()
  }, [isEnded])
  return (
    <>
      {isEnded && (
        <Alert severity="error" ref={ending} tabIndex={-1}>
          This code has ended after {TRIES} wrong tries. Please ask for a new one.
        </Alert>
      )}
      {verify.isError && !isEnded && (
        <Alert severity="error">{errorText(verify.error, 'OTP verification failed')}</Alert>
      )}
      {resend.isError && <Alert severity="error">{errorText(resend.error, 'Failed to resend OTP')}</Alert>}
      {resend.isSuccess && !verify.isError && !isEnded && <Alert severity="success">A new code is on its way.</Alert>}
    </>
  )
}

type CodeStepActionsProps = {
  isEnded: boolean
  /** Until another mail can be requested. */
  secondsLeft: number
  isSending: boolean
  onSendAgain: () => void
  onBack: () => void
}

const CodeStepActions = ({ isEnded, secondsLeft, isSending, onSendAgain, onBack }: CodeStepActionsProps) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
    <Button
      variant={isEnded ? 'contained' : 'text'}
      onClick={onSendAgain}
      disabled={secondsLeft > 0}
      loading={isSending}
      // The seconds that are left must stay readable although the button is disabled.
      sx={{ ml: isEnded ? 0 : -1, ...(secondsLeft > 0 && { '&.Mui-disabled': { color: 'text.secondary' } }) }}
    >
      {secondsLeft > 0 ? `Resend code in ${secondsLeft}s` : 'Resend code'}
    </Button>
    <Button onClick={onBack} sx={{ mr: -1 }}>
      Back to login
    </Button>
  </Box>
)

/** Asks for the six digits that were mailed to the address; after a minute a new mail can be requested. */
export const CodeStep = ({
  title,
  email,
  receipt = '',
  onVerified,
  onBack,
  wrongTries = 0,
  onWrongTries,
}: CodeStepProps) => {
  const [code, setCode] = useState('')
  const [tries, setTries] = useState(wrongTries)
  const input = useRef<HTMLInputElement>(null)
  const verify = useVerifyOtp()
  const resend = useResendOtp()
  const wait = useCountdown(RESEND_WAIT_S)
  const isComplete = code.length === OTP_LENGTH
  const isEnded = tries >= TRIES

  const count = (next: number) => {
    setTries(next)
    onWrongTries?.(next)
  }
  const type = (typed: string) => {
    setCode(digitsIn(typed).slice(0, OTP_LENGTH))
    if (verify.isError) verify.reset()
  }
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isComplete || isEnded || verify.isPending) return
    verify.mutate(
      { email, otp: code },
      {
        onSuccess: ({ isEmailVerified }) => isEmailVerified && onVerified(),
        onError: (error) => {
          if (isApiError(error) && error.code === 'INVALID_OTP') count(tries + 1)
          // The button was disabled during the call and has lost the focus.
          input.current?.focus()
        },
      },
    )
  }
  const sendAgain = () => {
    setCode('')
    verify.reset()
    resend.mutate(email, {
      onSuccess: () => {
        count(0)
        wait.restart(RESEND_WAIT_S)
        input.current?.focus()
      },
      onError: (error) => isApiError(error) && error.retryAfter && wait.restart(error.retryAfter),
    })
  }

  return (
    <Box component="form" onSubmit={submit} noValidate>
      <AuthHeading title={title}>
        We are sending a 6-digit code to <strong>{email}</strong>. It is good for 10 minutes.
      </AuthHeading>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <CodeAlerts isEnded={isEnded} verify={verify} resend={resend} />
        <CodeMailNote receipt={receipt} email={email} />
        <Field
          label="Verification code"
          autoFocus={!isEnded}
          inputRef={input}
          value={code}
          onChange={({ target }) => type(target.value)}
          autoComplete="one-time-code"
          inputProps={{ inputMode: 'numeric', readOnly: isEnded }}
          sx={codeLook}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          disabled={!isComplete || isEnded}
          loading={verify.isPending}
        >
          Verify
        </Button>
        <CodeStepActions
          isEnded={isEnded}
          secondsLeft={wait.left}
          isSending={resend.isPending}
          onSendAgain={sendAgain}
          onBack={onBack}
        />
        <LocalMailboxHint />
      </Box>
    </Box>
  )
}
