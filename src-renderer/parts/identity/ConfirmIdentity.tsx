import { Alert, DialogContentText } from '@mui/material'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CONFIRMED_MINUTES } from '#shared/contract/account.ts'
import { useCall } from '#data/use-call.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { type IdentityQuestion, useIdentityStore } from '#lib/identity.ts'
import { errorText } from '#lib/query-client.ts'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { OwnAccount } from '../OwnAccount.tsx'

type Proofs = { password: string; code: string }

const Ask = ({ question, onDone }: { question: IdentityQuestion; onDone: (isConfirmed: boolean) => void }) => {
  const confirm = useCall('account.confirm', {
    input: ({ password, code }: Proofs) => ({ body: { password, ...(code !== '' && { code }) } }),
  })
  // A password that turns out to be wrong is asked for here.
  const [isPasswordKnown, setIsPasswordKnown] = useState(question.password !== null)
  const { register, handleSubmit, formState, setError, setFocus } = useForm<Proofs>({
    defaultValues: { password: question.password ?? '', code: '' },
  })
  const { errors } = formState
  const submit = handleSubmit((proofs) => {
    if (confirm.isPending) return
    confirm.mutate(proofs, {
      onSuccess: () => onDone(true),
      onError: (error) => {
        if (!showFieldErrors(error, ['password', 'code'], setError))
          return setFocus(isPasswordKnown ? 'code' : 'password')
        setIsPasswordKnown(false)
        confirm.reset()
      },
    })
  })
  return (
    <DialogForm
      onSubmit={() => void submit()}
      actions={
        <FormButtons onCancel={() => onDone(false)} isPending={confirm.isPending}>
          Confirm
        </FormButtons>
      }
    >
      <DialogContentText>
        This changes who can use your account, or shows all of your data. You are asked at most once in{' '}
        {CONFIRMED_MINUTES} minutes.
      </DialogContentText>
      {confirm.isError && (
        <Alert severity="error">{errorText(confirm.error, 'Failed to confirm that it is you')}</Alert>
      )}
      <OwnAccount />
      {!isPasswordKnown && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          autoFocus
          error={errors.password?.message}
          {...register('password', { required: 'Please enter your password.' })}
        />
      )}
      {question.hasCode && (
        <Field
          label="Code"
          autoComplete="one-time-code"
          autoFocus={isPasswordKnown}
          hint="The six digits of your authenticator app, or a recovery code."
          inputProps={{ spellCheck: false }}
          error={errors.code?.message}
          {...register('code', { required: 'Please enter the code.' })}
        />
      )}
    </DialogForm>
  )
}

/** The app's one dialog that asks a person to prove who they are, opened by `withIdentity` of lib/identity.ts. */
export const ConfirmIdentity = () => {
  const { question, answer } = useIdentityStore()
  // The question is kept, so that it stays readable while the dialog fades out.
  const [asked, setAsked] = useState(question)
  if (question && question !== asked) setAsked(question)
  return (
    <FormDialog title="Confirm that it is you" isOpen={question !== null} onClose={() => answer(false)} maxWidth="xs">
      {asked && <Ask question={asked} onDone={answer} />}
    </FormDialog>
  )
}
