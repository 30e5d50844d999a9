import { Alert, Box, Button } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { digitsIn } from '#shared/contract/fold.ts'
import { OTP_LENGTH } from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { Field } from '#ui/form/Field.tsx'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { codeLook } from './code-look.ts'
import { useSecondStep } from './mutations.ts'

type SecondStepProps = {
  /** What the server answered to the right password. */
  challenge: string
  onSignedIn: () => void
  onBack: () => void
}

type Kind = 'app' | 'recovery'
const texts = {
  app: {
    heading: 'Enter the 6-digit code that your authenticator app shows now.',
    label: 'Code',
    other: 'Use a recovery code instead',
  },
  recovery: {
    heading: 'Enter one of your recovery codes. Each works once.',
    label: 'Recovery code',
    other: 'Use the authenticator app instead',
  },
} as const

/** The second step of a sign-in: a code of the authenticator app, or a recovery code instead. */
export const SecondStep = ({ challenge, onSignedIn, onBack }: SecondStepProps) => {
  const [kind, setKind] = useState<Kind>('app')
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const ending = useRef<HTMLDivElement>(null)
  const step = useSecondStep()
  // Too old, used, or five wrong codes: only the password starts over.
  const isEnded = isApiError(step.error) && step.error.code === 'INVALID_TOKEN'
  useEffect(() => {
    if (isEnded) ending.current?.focus()
  }, [isEnded])
  const isComplete = kind === 'app' ? code.length === OTP_LENGTH : code.trim() !== ''
  const { heading, label, other } = texts[kind]
  const type = (typed: string) => {
    setCode(kind === 'app' ? digitsIn(typed).slice(0, OTP_LENGTH) : typed)
    if (step.isError && !isEnded) step.reset()
  }
  const change = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    setCode('')
    if (!isEnded) step.reset()
    input.current?.focus()
  }
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isComplete || isEnded || step.isPending) return
    step.mutate(
      { challenge, code },
      {
        onSuccess: onSignedIn,
        // The button was disabled during the call and has lost the focus.
        onError: () => input.current?.focus(),
      },
    )
  }
  return (
    <Box component="form" onSubmit={submit} noValidate>
      <AuthHeading title="Two-step sign-in">{heading}</AuthHeading>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {step.isError && (
          <Alert severity="error" ref={ending} tabIndex={-1}>
            {errorText(step.error, 'Login failed')}
          </Alert>
        )}
        <Field
          // Another field: its keyboard on a phone, and what password managers offer, are others.
          key={kind}
          label={label}
          autoFocus
          inputRef={input}
          value={code}
          onChange={({ target }) => type(target.value)}
          autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
          inputProps={{ inputMode: kind === 'app' ? 'numeric' : 'text', readOnly: isEnded, spellCheck: false }}
          {...(kind === 'app' && { sx: codeLook })}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          disabled={!isComplete || isEnded}
          loading={step.isPending}
        >
          Log in
        </Button>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
          <Button onClick={change} disabled={isEnded} sx={{ ml: -1 }}>
            {other}
          </Button>
          <Button variant={isEnded ? 'contained' : 'text'} onClick={onBack} sx={{ mr: isEnded ? 0 : -1 }}>
            Back to login
          </Button>
        </Box>
      </Box>
    </Box>
  )
}
