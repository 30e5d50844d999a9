import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { emailChange } from '#shared/contract/account.ts'
import { OTP_LENGTH } from '#shared/contract/common.ts'
import { digitsIn } from '#shared/contract/fold.ts'
import { isApiError } from '#lib/api.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { EndOthers } from './EndOthers.tsx'
import { useChangeEmail, useConfirmEmail } from './mutations.ts'
import { ownerQuery } from './queries.ts'
import { OwnAccount } from '#parts/OwnAccount.tsx'

const formLook = { display: 'grid', gap: 2.5, maxWidth: 420, justifyItems: 'start', mt: 2.5 } as const

const Present = () => {
  const { data, isError, isFetching, refetch } = useQuery(ownerQuery())
  if (data)
    return (
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        Your address is <strong>{data.email}</strong>.
      </Typography>
    )
  if (isError)
    return <ErrorState title="Failed to load your address" onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <DelayedSkeleton>
      <Skeleton width={240} />
    </DelayedSkeleton>
  )
}

type AskProps = { onAsked: (email: string) => void; onCancel: () => void }

/** The first step: the new address, and the password. */
const Ask = ({ onAsked, onCancel }: AskProps) => {
  const ask = useChangeEmail()
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof emailChange>>({
    resolver: zodResolver(emailChange),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState
  const submit = handleSubmit((change) => {
    if (ask.isPending) return
    ask.mutate(change, {
      onSuccess: () => onAsked(change.email),
      onError: (error) => {
        if (showFieldErrors(error, ['email', 'password'], setError)) ask.reset()
      },
    })
  })
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} noValidate sx={formLook}>
      {ask.isError && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorText(ask.error, 'Failed to change the address')}
        </Alert>
      )}
      <Field
        label="New address"
        type="email"
        autoComplete="email"
        autoFocus
        error={errors.email?.message}
        hint="We mail a code there. Until you enter it, nothing changes."
        {...register('email')}
      />
      <OwnAccount />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button type="submit" variant="contained" loading={ask.isPending}>
          Send the code
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Box>
    </Box>
  )
}

type ConfirmProps = { email: string; onDone: () => void; onBack: () => void }

/** The second step: the code that was mailed to the new address. */
const Confirm = ({ email, onDone, onBack }: ConfirmProps) => {
  const confirm = useConfirmEmail()
  const [code, setCode] = useState('')
  const isWrong = isApiError(confirm.error) && confirm.error.code === 'INVALID_OTP'
  const submit = () => {
    if (code.length === OTP_LENGTH && !confirm.isPending) confirm.mutate(code, { onSuccess: onDone })
  }
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      noValidate
      sx={formLook}
    >
      <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
        If nobody else uses <strong>{email}</strong>, a code is on its way there. It is good for 10 minutes.
      </Typography>
      {confirm.isError && !isWrong && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorText(confirm.error, 'Failed to change the address')}
        </Alert>
      )}
      <Field
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        error={isWrong ? 'Invalid OTP' : undefined}
        hint="The six digits from the email."
        onChange={({ target }) => {
          setCode(digitsIn(target.value).slice(0, OTP_LENGTH))
          if (confirm.isError) confirm.reset()
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button type="submit" variant="contained" loading={confirm.isPending} disabled={code.length < OTP_LENGTH}>
          Change address
        </Button>
        <Button onClick={onBack}>Another address</Button>
      </Box>
    </Box>
  )
}

type Step = { name: 'closed' | 'changed' } | { name: 'asking' } | { name: 'confirming'; email: string }

/** Changes the viewer's address, by a code that is mailed to the new one. */
export const EmailCard = () => {
  const [step, setStep] = useState<Step>({ name: 'closed' })
  return (
    <TitledCard
      title="Email address"
      level={2}
      action={
        (step.name === 'closed' || step.name === 'changed') && (
          <Button variant="outlined" size="small" onClick={() => setStep({ name: 'asking' })}>
            Change
          </Button>
        )
      }
    >
      <Present />
      {step.name === 'asking' && (
        <Ask onAsked={(email) => setStep({ name: 'confirming', email })} onCancel={() => setStep({ name: 'closed' })} />
      )}
      {step.name === 'confirming' && (
        <Confirm
          email={step.email}
          onBack={() => setStep({ name: 'asking' })}
          onDone={() => {
            setStep({ name: 'changed' })
            toast('Address changed', 'success')
          }}
        />
      )}
      {step.name === 'changed' && <EndOthers onDone={() => setStep({ name: 'closed' })} />}
    </TitledCard>
  )
}
