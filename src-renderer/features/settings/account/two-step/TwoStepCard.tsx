import { Alert, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { lazyPart } from '#lib/lazy-code.tsx'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { EndOthers } from '../EndOthers.tsx'
import { useRenewRecoveryCodes, useSwitchOffTwoStep } from '../mutations.ts'
import { twoStepQuery } from '../queries.ts'
import { AskPassword } from './AskPassword.tsx'
import { AskProofs } from './AskProofs.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoStepState } from './TwoStepState.tsx'

/** With the library that draws QR codes, which few people need. */
const SetUp = lazyPart(async () => (await import('./SetUp.tsx')).SetUp)

type Step =
  { name: 'closed' | 'password' | 'off' | 'renew' | 'on' } | { name: 'setUp'; secret: { key: string; uri: string } }

/** Two-step sign-in: switching it on and off, and recovery codes. */
export const TwoStepCard = () => {
  const { data: state, isError, isFetching, refetch } = useQuery(twoStepQuery())
  const [step, setStep] = useState<Step>({ name: 'closed' })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const off = useSwitchOffTwoStep()
  const renew = useRenewRecoveryCodes()
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => {
    // The form takes its focused button away, and the button that opened it may come back as another one.
    heading.current?.focus()
    setStep({ name: 'closed' })
  }
  const show = (recoveryCodes: readonly string[]) => {
    close()
    setCodes(recoveryCodes)
  }
  const switchedOn = (recoveryCodes: readonly string[]) => {
    show(recoveryCodes)
    setStep({ name: 'on' })
  }
  const isIdle = step.name === 'closed' || step.name === 'on'
  const mayBegin = state && !state.isOn && state.unavailable === null && isIdle
  return (
    <TitledCard
      title="Two-step sign-in"
      level={2}
      headingRef={heading}
      action={
        mayBegin && (
          <Button variant="outlined" size="small" onClick={() => setStep({ name: 'password' })}>
            Switch on
          </Button>
        )
      }
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        Sign in with your password and a code from an authenticator app, so a stolen password isn’t enough.
      </Typography>
      {!state && !isError && (
        <DelayedSkeleton>
          <Skeleton width={280} />
        </DelayedSkeleton>
      )}
      {isError && (
        <ErrorState
          title={state ? 'This may be out of date' : 'Failed to load your two-step sign-in'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {state && (
        <TwoStepState
          state={state}
          isBusy={!isIdle}
          onRenew={() => setStep({ name: 'renew' })}
          onSwitchOff={() => setStep({ name: 'off' })}
        />
      )}
      {step.name === 'password' && (
        <AskPassword onSetUp={(secret) => setStep({ name: 'setUp', secret })} onCancel={close} />
      )}
      {step.name === 'setUp' && <SetUp secret={step.secret} onDone={switchedOn} onCancel={close} />}
      {step.name === 'on' && <EndOthers onDone={close} />}
      {step.name === 'off' && (
        <AskProofs
          call={off}
          label="Switch off"
          failure="Failed to switch two-step sign-in off"
          isDangerous
          onDone={() => {
            close()
            toast('Two-step sign-in is off', 'success')
          }}
          onCancel={close}
        >
          <Alert severity="warning" sx={{ width: '100%' }}>
            You’ll sign in with your password alone.
            {state?.isRequired && ' You can’t use Administration until it’s on again.'}
          </Alert>
        </AskProofs>
      )}
      {step.name === 'renew' && (
        <AskProofs
          call={renew}
          label="Make new codes"
          failure="Failed to make new recovery codes"
          onDone={({ data }) => show(data.recoveryCodes)}
          onCancel={close}
        >
          <Typography variant="body2">Your current codes stop working.</Typography>
        </AskProofs>
      )}
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </TitledCard>
  )
}
