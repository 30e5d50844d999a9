import { Alert, Box, Button } from '@mui/material'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '#lib/form-errors.ts'
import { errorText } from '#lib/query-client.ts'
import { Field } from '#ui/form/Field.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { formLook } from './form-look.ts'
import { OwnAccount } from '#parts/OwnAccount.tsx'

type Proofs = { password: string; code: string }
/** What this form needs of a call that takes password and code. */
type ProvedCall<Answer> = {
  isPending: boolean
  isError: boolean
  error: unknown
  reset: () => void
  mutate: (proofs: Proofs, then: { onSuccess: (answer: Answer) => void; onError: (error: unknown) => void }) => void
}

type AskProofsProps<Answer> = {
  call: ProvedCall<Answer>
  label: string
  failure: string
  isDangerous?: boolean
  onDone: (answer: Answer) => void
  onCancel: () => void
  /** What the person should know before. */
  children: ReactNode
}

/** Asks for password and code, which prove that it is the person themselves, and makes the call. */
export const AskProofs = <Answer,>(props: AskProofsProps<Answer>) => {
  const { call, label, failure, isDangerous = false, onDone, onCancel, children } = props
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    defaultValues: { password: '', code: '' },
  })
  const { errors } = formState
  const submit = handleSubmit((proofs) => {
    if (call.isPending) return
    call.mutate(proofs, {
      onSuccess: onDone,
      onError: (error) => {
        if (showFieldErrors(error, ['password', 'code'], setError)) return call.reset()
        // The button was disabled during the call and has lost the focus.
        setFocus('password')
      },
    })
  })
  const cancel = () => {
    call.reset()
    onCancel()
  }
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} noValidate sx={formLook}>
      {children}
      {call.isError && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorText(call.error, failure)}
        </Alert>
      )}
      <OwnAccount />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        autoFocus
        error={errors.password?.message}
        {...register('password', { required: 'Please enter your password.' })}
      />
      <Field
        label="Code"
        autoComplete="one-time-code"
        hint="The six digits of your authenticator app, or a recovery code."
        inputProps={{ spellCheck: false }}
        error={errors.code?.message}
        {...register('code', { required: 'Please enter the code.' })}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button type="submit" variant="contained" loading={call.isPending} {...(isDangerous && { color: 'error' })}>
          {label}
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </Box>
    </Box>
  )
}
